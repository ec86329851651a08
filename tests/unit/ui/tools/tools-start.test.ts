import {expect, it} from 'vitest';
import type {OfferedTool} from '../../../../source/domain/tool.ts';
import type {BenchTarget} from '../../../../source/ui/bench/section.ts';
import {toolId} from '../../../../source/ui/tools/tool-id.ts';
import {createToolsSection} from '../../../../source/ui/tools/tools-section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {createSlowCatalogue} from '../../../helpers/ui-catalogue.ts';
import {offer} from '../../../helpers/ui-tools.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

/** Tools of a server that takes its time to start. */
const openSlowTools = async (target?: BenchTarget) => {
	let tools: readonly OfferedTool[] = [];
	const {catalogue, connects} = createSlowCatalogue({tools: () => tools});
	const opened = await openBench({
		create: createToolsSection,
		catalogue,
		size: {columns: 120, rows: 30},
		before: fake => fake.emit({type: 'server-status-changed', server: 'files', status: {type: 'idle'}}),
		...(target === undefined ? {} : {target}),
	});
	return {
		...opened,
		connects,
		start(...started: readonly OfferedTool[]) {
			tools = started;
			connects[0]?.answer(undefined);
		},
	};
};

it('starts the servers that do not run when the tools are looked at, and says so while it waits', async () => {
	const {text, connects, start} = await openSlowTools();
	expect(connects).toHaveLength(1);
	expect(text()).toContain('Starting servers …');
	expect(text()).toContain('starting: files');
	start(offer('files', 'read'));
	await waitUntil(() => text().includes('1 tool of 1 server'));
	expect(text()).not.toContain('starting: files');
});

it('no longer waits for servers when the workbench is closed', async () => {
	const {press, connects, screen} = await openSlowTools();
	press('q');
	await screen.closed;
	expect(connects[0]?.signal.aborted).toBe(true);
});

it('chooses the tool that it was opened about when its server is there, and runs nothing by itself', async () => {
	const read = offer('files', 'read');
	const {text, press, start} = await openSlowTools({id: toolId(read.definition), arguments: {path: 'notes'}});
	expect(text()).toContain('Its server is being started …');
	start(offer('files', 'write'), read);
	await waitUntil(() => text().includes('The tool is there now.'));
	expect(text()).toMatch(/› ● files read/);
	press('enter');
	expect(text()).toContain('Try files read');
	expect(text()).toContain('notes');
});

it('says that a tool is not offered once its server is there without it', async () => {
	const {text, start} = await openSlowTools({id: toolId({server: 'files', tool: 'gone'}), arguments: {}});
	start(offer('files', 'read'));
	await waitUntil(() => text().includes('does not offer this tool'));
});
