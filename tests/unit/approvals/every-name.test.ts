import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isToolOf} from '../../../source/app/assistant-tools.ts';
import {toolboxClash} from '../../../source/compose-toolbox.ts';
import {offerTools} from '../../../source/core/mcp/catalogue/tool-names.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';
import type {ToolDefinition} from '../../../source/domain/tool.ts';
import {startOf} from './pins/pin-harness.ts';
import {policyWith, question, rule, tool} from './policy-harness.ts';

// Promise 31: a deny counts under every name that the program shows for a tool.
const word = fc.string({
	unit: fc.constantFrom('a', 'b', 'Z', '9', '_', '__', '-', '.', '/', ' ', 'é', '漢', '😀'),
	minLength: 1,
	maxLength: 8,
});
const longWord = fc.oneof(
	{weight: 5, arbitrary: word},
	{weight: 1, arbitrary: word.map(text => text.repeat(9))},
);
const tools: fc.Arbitrary<readonly ToolDefinition[]> = fc
	.uniqueArray(fc.tuple(longWord, longWord), {
		minLength: 1,
		maxLength: 5,
		selector: pair => JSON.stringify(pair),
	})
	.map(pairs => pairs.map(([server, name]) => tool(server, name)));

const assistant = (change: Partial<Assistant>): Assistant => ({
	name: 'a',
	trustedTools: [],
	excludeTools: [],
	askOnUntrustedContent: undefined,
	...change,
});

const knownOf = (all: readonly ToolDefinition[]) => ({servers: all.map(({server}) => server), tools: all});

describe('every name that is shown for a tool', () => {
	it('is denied by --disallowed-tools, by a rule and by an assistant that leaves it out', () => {
		fc.assert(
			fc.property(tools, all => {
				for (const {modelName, definition} of offerTools(all)) {
					const {server, tool: name} = definition;
					for (const shown of [
						modelName,
						`${server}__${name}`,
						name,
						`${server}.${name}`,
						`${server}/${name}`,
					]) {
						const asked = question({tool: definition, mode: 'auto'});
						const known = () => knownOf(all);
						expect(policyWith({disallowedTools: [shown], known}).decide(asked).decision).toBe('deny');
						const rules = [rule({tool: shown, decision: 'deny'})];
						expect(policyWith({known}, {rules}).decide(asked).decision).toBe('deny');
						expect(isToolOf(assistant({excludeTools: [shown]}), definition)).toBe(false);
					}
				}
			}),
		);
	});

	it('allows that tool and no other, where it is the one that models use and no other server is called so', () => {
		fc.assert(
			fc.property(tools, all => {
				const offered = offerTools(all);
				for (const {modelName, definition} of offered) {
					// A rule ends the name of a server at its first "__".
					const plain = definition.server.replace(/[^A-Za-z0-9_-]/gu, '-');
					const isOne =
						!definition.server.includes('_') &&
						!definition.tool.startsWith('_') &&
						!all.some(({server}) => server !== definition.server && server === plain);
					const decide = (asked: ToolDefinition) =>
						policyWith({allowedTools: [modelName], known: () => knownOf(all)}).decide(question({tool: asked}))
							.decision;
					if (isOne) expect(decide(definition)).toBe('allow');
					for (const other of all) {
						if (other !== definition && !other.server.includes('_') && !other.tool.startsWith('_'))
							expect([decide(other), modelName]).toEqual(['ask', modelName]);
					}
				}
			}),
		);
	});
});

describe('a server whose name models cannot be told as it is', () => {
	const echo = tool('s.rv', 'echo');
	const twin = tool('s-rv', 'echo');
	const decide = (asked: ToolDefinition, allowed: string, known: readonly ToolDefinition[]) =>
		policyWith({allowedTools: [allowed], known: () => knownOf(known)}).decide(question({tool: asked}))
			.decision;

	it.each(['s.rv__echo', 's-rv__echo', 's-rv__*'])('is allowed as %s', name => {
		expect(decide(echo, name, [echo])).toBe('allow');
		const settings = {trustedTools: [name]};
		const asked = question({tool: echo, mode: 'trusted-only'});
		expect(policyWith({known: () => knownOf([echo])}, settings).decide(asked).decision).toBe('allow');
		expect(isToolOf(assistant({includeTools: [name]}), echo)).toBe(true);
	});

	it('is not allowed by the name of another server that is called exactly so', () => {
		expect(decide(twin, 's-rv__echo', [echo, twin])).toBe('allow');
		expect(decide(echo, 's-rv__echo', [echo, twin])).toBe('ask');
		const rules = [rule({server: 's-rv', decision: 'allow'})];
		const known = () => ({servers: ['s.rv', 's-rv'], tools: [echo]});
		expect(policyWith({known}, {rules}).decide(question({tool: echo})).decision).toBe('ask');
		expect(
			policyWith({known}, {rules: [rule({server: 's-rv', decision: 'deny'})]}).decide(question({tool: echo}))
				.decision,
		).toBe('deny');
	});
});

// A project may call its server as it likes, also like the built-in one, which then has another name.
describe('a server with the usual name of the built-in one', () => {
	const built = tool('mcp-tui-toolbox', 'write-file');
	const twin = tool('toolbox', 'write-file');
	const deps = {toolbox: 'mcp-tui-toolbox', isOwnServer: () => false};
	const decide = (asked: ToolDefinition, change: object, rules: Parameters<typeof rule>[0][] = []) =>
		policyWith({...deps, ...change}, {rules: rules.map(rule)}).decide(question({tool: asked, mode: 'auto'}))
			.decision;

	it('does not take away what denies the built-in one', () => {
		for (const asked of [built, twin]) {
			expect(decide(asked, {disallowedTools: ['toolbox__write-file']})).toBe('deny');
			expect(decide(asked, {}, [{server: 'toolbox', decision: 'deny'}])).toBe('deny');
			expect(decide(asked, {}, [{server: 'toolbox', tool: 'write-*', decision: 'ask'}])).toBe('ask');
		}
	});

	it('gets nothing of what allows the built-in one, unless the user calls it so in their own file', () => {
		const allowed = (isOwn: boolean) =>
			policyWith({...deps, isOwnServer: () => isOwn, allowedTools: ['toolbox__*']}).decide(
				question({tool: twin}),
			).decision;
		expect([allowed(false), allowed(true)]).toEqual(['ask', 'allow']);
	});
});

describe('two servers of which one is called like the built-in one', () => {
	it('are told apart in a sentence', () => {
		const server = startOf('toolbox', {source: '/home/me/config.json'});
		expect(toolboxClash('mcp-tui-toolbox', [server])).toEqual([
			'The server "toolbox" of /home/me/config.json has the name of the built-in one, which is called "mcp-tui-toolbox" here. Rules that deny or ask about "toolbox" count for both, all others for that server.',
		]);
		expect(toolboxClash('toolbox', [startOf('other')])).toEqual([]);
	});
});
