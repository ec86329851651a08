import {expect, it} from 'vitest';
import {createServerItems} from '../../../../source/ui/servers/server-item.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {configured, createFakeControl} from '../../../helpers/ui-servers.ts';

it('gives the same list and items while nothing has changed, even of servers that nobody has told of yet', () => {
	const {control} = createFakeControl({
		configs: [configured('files', {command: 'x'}), configured('off', {command: 'x', disabled: true})],
		unused: [{name: 'files', file: '/p/.mcp.json', problems: ['bad']}],
	});
	const items = createServerItems({app: createFakeApp().app, ports: {servers: control}});
	const first = items();
	expect(first).toHaveLength(3);
	expect(items()).toBe(first);
});
