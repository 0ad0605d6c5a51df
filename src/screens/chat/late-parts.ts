/** The parts of the chat home that its first rows do not need. They load after these, in one script. */
import { InfoPanel } from './about/info-panel.tsx';
import { Conversation } from './conversation.tsx';
import { LeavesNobody } from './leaves-nobody.tsx';
import { AccountActions } from './people/account-actions.tsx';
import { EmptyList } from './people/empty-list.tsx';
import { findByName } from './people/find-by-name.ts';
import { ListTools } from './people/list-tools.tsx';
import { ReconnectingNotice } from './reconnecting-notice.tsx';
import { SwitcherHost } from './switcher/switcher-host.tsx';

export const lateParts = {
  AccountActions,
  Conversation,
  EmptyList,
  findByName,
  InfoPanel,
  LeavesNobody,
  ListTools,
  ReconnectingNotice,
  SwitcherHost,
};
