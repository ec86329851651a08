import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';

const type = (text: string, options: Parameters<typeof createAppHarness>[0] = {}) => {
	const {app} = createAppHarness(options);
	app.submit(text);
	const last = app.getState().items.at(-1);
	return last?.type === 'notice' ? {text: last.text, tone: last.tone} : {text: '', tone: undefined};
};

describe('/tools', () => {
	it('says that there are none yet', () => {
		expect(type('/tools').text).toBe('No tools yet. Servers start with the first message; /mcp shows them.');
	});

	it('shows each tool with the first sentence about it', () => {
		const servers = createFakeServers({
			tools: [
				offerTool('files', 'read', {description: 'Reads v1.2 of a file. And more.\nAnd more.'}),
				offerTool('files', 'list', {description: 'Lists files\nin a folder.'}),
				offerTool('x', 'y'),
			],
		});
		expect(type('/tools', {servers}).text.split('\n')).toEqual([
			'files read  Reads v1.2 of a file.',
			'files list  Lists files',
			'x y',
		]);
	});

	it('keeps a long sentence short', () => {
		const description = `Reads ${'very '.repeat(30)}long files.`;
		const servers = createFakeServers({tools: [offerTool('files', 'read', {description})]});
		const {text} = type('/tools', {servers});
		expect(text).toMatch(/^files read {2}Reads very .*…$/);
		expect(text.length).toBeLessThanOrEqual('files read  '.length + 60);
	});

	it('shows only those with a text in their name, server or description', () => {
		const servers = createFakeServers({
			tools: [
				offerTool('files', 'read', {description: 'Reads.'}),
				offerTool('git', 'log', {description: 'The history. Of a repository.'}),
				offerTool('git', 'diff', {description: 'Changes.'}),
			],
		});
		expect(type('/tools GIT', {servers}).text.split('\n')).toEqual([
			'git log   The history.',
			'git diff  Changes.',
		]);
		expect(type('/tools repository', {servers}).text).toBe('git log  The history.');
		expect(type('/tools raed', {servers})).toMatchObject({
			text: 'No tool has "raed" in its name or description; did you mean read?',
			tone: 'warning',
		});
		expect(type('/tools nonsense', {servers}).text).toBe(
			'No tool has "nonsense" in its name or description.',
		);
	});

	it('shows how many each server has and the first sixty, where there are more', () => {
		const tools = [
			...Array.from({length: 50}, (_, index) => offerTool('big', `t${index}`)),
			...Array.from({length: 49}, (_, index) => offerTool('other', `u${index}`)),
			offerTool('one', 'x'),
		];
		const lines = type('/tools', {servers: createFakeServers({tools})}).text.split('\n');
		expect(lines.slice(0, 6)).toEqual([
			'100 tools:',
			'  big    50 tools',
			'  other  49 tools',
			'  one    1 tool',
			'',
			'big t0',
		]);
		expect(lines).toHaveLength(5 + 60 + 2);
		expect(lines.at(-1)).toBe(
			'and 40 more tools; /tools <text> shows those with a text in their name or description',
		);
		const few = type('/tools other', {servers: createFakeServers({tools})}).text.split('\n');
		expect(few).toHaveLength(49);
	});

	it('counts only so many servers one by one', () => {
		const tools = Array.from({length: 80}, (_, index) => offerTool(`s${index % 21}`, `t${index}`));
		const lines = type('/tools', {servers: createFakeServers({tools})}).text.split('\n');
		expect(lines[21]).toBe('  and 1 more server');
	});

	it('says of a tool that is set aside why it is not offered', () => {
		const servers = createFakeServers({
			tools: [
				offerTool('files', 'read', {description: 'Reads.'}),
				offerTool('files', 'odd', {description: 'Odd.'}),
				offerTool('files', 'bad', {description: 'Bad.'}),
			],
		});
		const {app} = createAppHarness({servers});
		const aside = {type: 'tool-set-aside' as const, model: 'test/model', server: 'files'};
		app.report({...aside, tool: 'odd', why: 'unfit', reason: 'its schema is a cycle'});
		app.report({...aside, tool: 'bad', why: 'rejected', reason: 'tools.1:\nno'});
		app.submit('/tools');
		const last = app.getState().items.at(-1);
		expect(last?.type === 'notice' && last.text.split('\n')).toEqual([
			'files read  Reads.',
			'files odd   ✘ not offered: cannot be sent (its schema is a cycle)',
			'files bad   ✘ not offered: refused by the provider (tools.1:⏎no)',
		]);
	});

	it('keeps every tool on one line of its own', () => {
		const servers = createFakeServers({
			tools: [offerTool('evil', 'x\nok  ✔ ready, 3 tools', {description: 'Does it.'})],
		});
		expect(type('/tools', {servers}).text.split('\n')).toHaveLength(1);
	});
});
