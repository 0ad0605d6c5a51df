/** What happens to the messages on a device while none of its windows is open. */
import { enterConversation, eventually, message, waitForHome } from '../support/actions.ts';
import { callApi, sendByCall } from '../support/backends.ts';
import { readStored } from '../support/device.ts';
import { makeFlowTest } from '../support/flow.ts';

makeFlowTest('our server')(
  'Stored messages follow what was edited, deleted and sent while no window was open, before anybody opens the conversation (FEED-2)',
  async ({ stage, backend, ada, ben }) => {
    const send = (text: string) => sendByCall(backend, ada, ben, { text });
    await send('stays');
    const edited = await send('was edited');
    const deleted = await send('was deleted');
    const page = await enterConversation(stage, ben, 'Ada');
    await message(page, 'was deleted').waitFor();
    await eventually(async () => (await readStored(page)).includes('stays'), true);
    await page.goto('about:blank');
    const { token } = ada;
    const body = { text: 'says something else', version: 0 };
    await callApi(backend, 'PUT', `/messages/edit/${edited}`, { token, body });
    await callApi(backend, 'PUT', `/messages/delete/${deleted}`, { token });
    await send('is new');
    await page.goto('/');
    await waitForHome(page);
    await eventually(async () => {
      const stored = await readStored(page);
      return ['stays', 'was edited', 'says something else', 'was deleted', 'is new'].filter(
        (text) => stored.includes(text),
      );
    }, ['stays', 'says something else', 'is new']);
  },
);
