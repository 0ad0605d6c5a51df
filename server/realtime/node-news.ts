/** What concerns the sockets of every node: done here, and told to the others, which do the same. */
import type { NodeNews } from './cluster.ts';
import type { SocketServer } from './socket-server.ts';

export type TellNodes = (news: NodeNews) => void;

export function createNodeNews(io: SocketServer, { isAlone }: { isAlone: boolean }) {
  let handle: (news: NodeNews) => void = () => {};

  return {
    tell(news: NodeNews): void {
      handle(news);
      if (!isAlone) io.serverSideEmit('news', news);
    },

    /** Until then nobody is connected whom any news would concern. */
    listen(handleNews: (news: NodeNews) => void): void {
      handle = handleNews;
      io.on('news', handleNews);
    },
  };
}
