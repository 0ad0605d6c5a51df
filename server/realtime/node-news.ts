/** Changes that concern the sockets of all nodes: handled here and sent to the other nodes, which do the same. */
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

    /** Nobody is connected before this is called. */
    listen(handleNews: (news: NodeNews) => void): void {
      handle = handleNews;
      io.on('news', handleNews);
    },
  };
}
