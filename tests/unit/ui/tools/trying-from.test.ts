import {expect, it} from 'vitest';
import type {ToolTry} from '../../../../source/domain/tool-desk.ts';
import {noDesk} from '../../../../source/ui/tools/no-desk.ts';
import {toolId} from '../../../../source/ui/tools/tool-id.ts';
import {openTrying, pressSeen} from '../../../helpers/ui-tools.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

it('begins with the arguments of a question or a card, which stay beside the tool', async () => {
	const {opened, text, press, sent} = await openTrying({
		target: {
			id: toolId({server: 'files', tool: 'wipe'}),
			arguments: {path: 'from the card'},
			isAsked: true,
		},
	});
	expect(text()).toContain('Try files wipe');
	expect(text()).toContain('from the card');
	press('esc');
	expect(text()).toContain('Arguments');
	press('2');
	expect(text()).toContain('from the card');
	press('t');
	press('ctrl+s');
	pressSeen(opened, 'enter');
	await waitUntil(() => text().includes('succeeded'));
	expect(sent).toEqual([{path: 'from the card'}]);
});

it('goes on from an earlier try', async () => {
	const tried: ToolTry = {at: 0, arguments: {path: 'before'}, outcome: 'failed', duration: 5, note: 'no'};
	const {text, press} = await openTrying({
		desk: {tries: {...noDesk.tries, triesOf: () => [tried], savedOf: () => []}},
	});
	press('4');
	expect(text()).toContain('before');
	press('a');
	expect(text()).toContain('Arguments for read');
	press('enter');
	expect(text()).toContain('Try files read');
	expect(text()).toContain('before');
});
