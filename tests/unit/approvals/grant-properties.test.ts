import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {PolicyQuestion} from '../../../source/domain/approval.ts';
import type {ToolDefinition} from '../../../source/domain/tool.ts';
import {grantFor, policyWith, question, reach, sessionGrantFor, tool} from './policy-harness.ts';

const text = fc.string({maxLength: 8});
const described = fc
	.record({
		server: fc.constantFrom('a', 'b'),
		name: fc.constantFrom('x', 'y'),
		hint: fc.constantFrom({}, {readOnlyHint: true}, {readOnlyHint: false}),
		description: text,
		title: text,
	})
	.map(
		({server, name, hint, description, title}): ToolDefinition => ({
			...tool(server, name, hint),
			description,
			title,
			inputSchema: {type: 'object', description},
		}),
	);
const scope = fc.constantFrom('tool' as const, 'server' as const);
const runs = {numRuns: 300};

const isSame = (one: ToolDefinition, other: ToolDefinition): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

describe('what the user has allowed', () => {
	it('for good holds for exactly that definition of exactly that server', () => {
		fc.assert(
			fc.property(described, described, scope, text, (granted, asked, kind, print) => {
				const grants = () => [grantFor(kind, granted.server, [granted])];
				const decide = (each: ToolDefinition, serverPrint: string) =>
					policyWith({grants, serverPrintOf: () => serverPrint}).decide(question({tool: each})).decision;
				expect(decide(structuredClone(granted), reach)).toBe('allow');
				expect(decide(granted, print)).toBe('ask');
				expect(decide(asked, reach)).toBe(isSame(asked, granted) ? 'allow' : 'ask');
			}),
			runs,
		);
	});

	it('for the session holds for exactly what the question was about', () => {
		fc.assert(
			fc.property(described, described, text, (granted, asked, print) => {
				const given: Partial<PolicyQuestion> = {sessionGrants: [sessionGrantFor(granted)]};
				const decide = (each: ToolDefinition, serverPrint: string) =>
					policyWith({serverPrintOf: () => serverPrint}).decide(question({...given, tool: each})).decision;
				expect(decide(structuredClone(granted), reach)).toBe('allow');
				expect(decide(granted, print)).toBe('ask');
				expect(decide(asked, reach)).toBe(isSame(asked, granted) ? 'allow' : 'ask');
			}),
			runs,
		);
	});
});
