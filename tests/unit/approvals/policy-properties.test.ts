import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import {
	type ApprovalMode,
	type ApprovalRule,
	type ApprovalSettings,
	approvalModes,
	type Decision,
	decisions,
	type Grant,
	type PolicyQuestion,
	workModes,
} from '../../../source/domain/approval.ts';
import {isSameTool, type ToolDefinition} from '../../../source/domain/tool.ts';
import {grantFor, policyWith, sessionGrantFor, tool} from './policy-harness.ts';

const servers = ['a', 'b', 'web'] as const;
const names = ['x', 'y'] as const;

const server = fc.constantFrom(...servers);
const hint = fc.constantFrom(true, false, undefined);
const definition: fc.Arbitrary<ToolDefinition> = fc
	.tuple(server, fc.constantFrom(...names), hint, hint, hint)
	.map(([from, name, readOnlyHint, destructiveHint, openWorldHint]) =>
		tool(from, name, {
			...(readOnlyHint === undefined ? {} : {readOnlyHint}),
			...(destructiveHint === undefined ? {} : {destructiveHint}),
			...(openWorldHint === undefined ? {} : {openWorldHint}),
		}),
	);

const glob = fc.constantFrom('*', 'a__*', 'b__*', '*__x', 'a__x', 'b__y', 'web__*', 'nothing');
const globs = fc.array(glob, {maxLength: 2});
const path = fc.constantFrom('/site/a', '/site/../etc/b', 'c', '~/d', '/etc/e', 7);
const args = fc.oneof(
	fc.record({path}),
	fc.record({path: fc.array(path, {maxLength: 3})}),
	fc.record({other: path}),
);
const matcher = fc.constantFrom({under: '/site'}, {under: '/etc'}, {glob: '*a'}, {equals: 7}, {});
const annotations = fc.record(
	{readOnly: fc.boolean(), destructive: fc.boolean(), openWorld: fc.boolean()},
	{requiredKeys: []},
);

const ruleGiving = (...among: readonly Decision[]): fc.Arbitrary<ApprovalRule> =>
	fc.record(
		{
			place: fc.nat(99).map(index => `approvals[${index}] of config.json`),
			server: fc.constantFrom('*', ...servers),
			tool: fc.constantFrom('*', ...names),
			args: matcher.map(each => ({path: each})),
			annotations,
			decision: fc.constantFrom(...among),
		},
		{requiredKeys: ['place', 'decision']},
	);

const settings: fc.Arbitrary<ApprovalSettings> = fc.record(
	{
		modeLimit: fc.constantFrom(...approvalModes),
		trustedTools: globs,
		trustedServers: fc.subarray(['*', ...servers]),
		rules: fc.array(ruleGiving(...decisions), {maxLength: 4}),
		reviewResults: globs,
		askOnUntrustedContent: fc.boolean(),
	},
	{requiredKeys: ['trustedTools', 'trustedServers', 'rules', 'reviewResults']},
);

type Setting = Pick<
	PolicyDeps,
	'allowedTools' | 'disallowedTools' | 'ownTools' | 'privateTools' | 'flagsOf' | 'isOwnServer' | 'toolbox'
>;
const deps: fc.Arbitrary<Setting> = fc
	.record({
		allowedTools: globs,
		disallowedTools: fc.array(glob, {maxLength: 1}),
		ownTools: fc.subarray([{server: 'a', tool: 'x'}]),
		privateTools: fc.subarray([{server: 'b', tool: 'x'}]),
		flags: fc.subarray(['odd']),
		own: fc.subarray([...servers]),
		toolbox: fc.constantFrom('b', 'no server'),
	})
	.map(({flags, own, ...rest}) => ({
		...rest,
		flagsOf: () => flags,
		isOwnServer: (name: string) => own.some(each => each === name),
	}));

const question: fc.Arbitrary<PolicyQuestion> = fc
	.record({
		tool: definition,
		args,
		mode: fc.constantFrom(...approvalModes),
		workMode: fc.constantFrom(...workModes, 'act' as const),
		given: fc.array(
			fc.record({isForIt: fc.boolean(), other: definition, despite: fc.subarray([...servers])}),
			{maxLength: 2},
		),
		heard: fc.array(definition, {maxLength: 2}),
	})
	.map(({given, ...rest}) => ({
		...rest,
		sessionGrants: given.map(({isForIt, other, despite}) =>
			sessionGrantFor(isForIt ? rest.tool : other, despite),
		),
	}));

/** Grants for the tool in question, now and then for what it was before. */
const grantsOf = ({tool: asked}: PolicyQuestion): fc.Arbitrary<readonly Grant[]> =>
	fc.array(
		fc.constantFrom(
			grantFor('tool', asked.server, [asked]),
			grantFor('server', asked.server, [asked]),
			grantFor('tool', asked.server, [asked], {serverPrint: 'otherwise'}),
			grantFor('tool', asked.server, [{...asked, description: 'otherwise'}]),
		),
		{maxLength: 1},
	);

type Case = {
	readonly asked: PolicyQuestion;
	readonly settings: ApprovalSettings;
	readonly deps: Setting & Pick<PolicyDeps, 'grants'>;
};
const anyCase: fc.Arbitrary<Case> = fc
	.tuple(question, settings, deps)
	.chain(([asked, given, rest]) =>
		grantsOf(asked).map(grants => ({asked, settings: given, deps: {...rest, grants: () => grants}})),
	);

const verdictOn = (given: Case, change: Partial<ApprovalSettings> = {}) =>
	policyWith(given.deps, {...given.settings, ...change}).decide(given.asked);
const decisionOn = (given: Case, change: Partial<ApprovalSettings> = {}): Decision =>
	verdictOn(given, change).decision;

/** The mode that counts. */
const modeOf = ({asked, settings: {modeLimit}}: Case): ApprovalMode | undefined =>
	approvalModes.find(mode => mode === asked.mode || mode === modeLimit);

const laxity = (decision: Decision): number => ['deny', 'ask', 'allow'].indexOf(decision);
const runs = {numRuns: 300};

describe('whatever is configured, granted and asked', () => {
	it('a rule that denies never allows more, and denies what it is about', () => {
		fc.assert(
			fc.property(anyCase, ruleGiving('deny'), fc.nat(4), (given, denying, index) => {
				const before = decisionOn(given);
				const after = decisionOn(given, {rules: given.settings.rules.toSpliced(index, 0, denying)});
				expect([before, 'deny']).toContain(after);
				const alone = decisionOn(given, {rules: [denying]});
				const without = decisionOn(given, {rules: []});
				expect(after === 'deny' || alone === without).toBe(true);
			}),
			runs,
		);
	});

	it('a rule that nobody can read lets nothing run but our own tools', () => {
		fc.assert(
			fc.property(anyCase, fc.nat(4), (given, index) => {
				const unread: ApprovalRule = {place: 'unread', decision: 'ask', isAbsolute: true};
				const after = decisionOn(given, {rules: given.settings.rules.toSpliced(index, 0, unread)});
				const isOwn = given.deps.ownTools?.some(own => isSameTool(own, given.asked.tool));
				expect(after === 'allow').toBe(isOwn === true && decisionOn(given) === 'allow');
			}),
			runs,
		);
	});

	it('a tool that is disallowed on the command line never allows more', () => {
		fc.assert(
			fc.property(anyCase, glob, (given, denied) => {
				const disallowedTools = [...given.deps.disallowedTools, denied];
				const after = decisionOn({...given, deps: {...given.deps, disallowedTools}});
				expect([decisionOn(given), 'deny']).toContain(after);
			}),
			runs,
		);
	});

	it('what a file that is not the user’s may say never widens', () => {
		const foreign = fc.record(
			{
				rules: fc.array(ruleGiving('ask', 'deny'), {maxLength: 3}),
				modeLimit: fc.constantFrom(...approvalModes),
			},
			{requiredKeys: ['rules']},
		);
		fc.assert(
			fc.property(anyCase, foreign, (given, {rules, modeLimit}) => {
				const {modeLimit: _, ...own} = given.settings;
				const base = {...given, settings: own};
				const after = decisionOn(base, {
					rules: [...base.settings.rules, ...rules],
					...(modeLimit === undefined ? {} : {modeLimit}),
				});
				expect(laxity(after)).toBeLessThanOrEqual(laxity(decisionOn(base)));
			}),
			runs,
		);
	});

	it('a server of another file never gets more than one of the user’s own', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const none = {...given, deps: {...given.deps, isOwnServer: () => false}};
				expect(laxity(decisionOn(none))).toBeLessThanOrEqual(laxity(decisionOn(given)));
			}),
			runs,
		);
	});

	it('the order of rules and lists does not matter', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const {rules, trustedTools, trustedServers} = given.settings;
				const turned = decisionOn(given, {
					rules: rules.toReversed(),
					trustedTools: trustedTools.toReversed(),
					trustedServers: trustedServers.toReversed(),
				});
				expect(turned).toBe(decisionOn(given));
			}),
			runs,
		);
	});

	it('a verdict names a rule and ends its trail with it', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const {decision, rule, trail, sources} = verdictOn(given);
				expect(rule).not.toBe('');
				expect(trail?.at(-1)).toBe(`${decision}: ${rule}`);
				expect(sources === undefined || (decision === 'ask' && sources.length > 0)).toBe(true);
			}),
			runs,
		);
	});

	it('in plan mode nothing runs that is not known to read only', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const planned = {...given, asked: {...given.asked, workMode: 'plan' as const}};
				const isReading = policyWith(given.deps, given.settings).isReadOnly(given.asked.tool);
				expect(isReading || decisionOn(planned) === 'deny').toBe(true);
			}),
			runs,
		);
	});

	it('after untrusted content no tool is allowed unseen that could do what it says, unless the mode is auto', () => {
		fc.assert(
			fc.property(anyCase, definition, (given, heard) => {
				const policy = policyWith({...given.deps, allowedTools: []}, given.settings);
				const {tool: asked} = given.asked;
				fc.pre(policy.isForeignTo(asked, heard) && !policy.isHarmless(asked));
				fc.pre(modeOf(given) !== 'auto' || given.settings.askOnUntrustedContent === true);
				const verdict = policy.decide({...given.asked, sessionGrants: [], heard: [heard]});
				expect(verdict.decision).not.toBe('allow');
			}),
			runs,
		);
	});

	it('in auto nothing makes a call ask but a rule, a suspicious definition and the wish to be asked', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const {modeLimit: _, ...settings} = {...given.settings, askOnUntrustedContent: false};
				const auto = {...given, settings, asked: {...given.asked, mode: 'auto' as const}};
				const isFlagged = (given.deps.flagsOf?.(given.asked.tool) ?? []).length > 0;
				const isAsked = settings.rules.some(({decision}) => decision === 'ask');
				expect(decisionOn(auto) !== 'ask' || isFlagged || isAsked).toBe(true);
			}),
			runs,
		);
	});

	it('asking about untrusted content never allows more', () => {
		fc.assert(
			fc.property(anyCase, given => {
				const careful = decisionOn(given, {askOnUntrustedContent: true});
				expect(laxity(careful)).toBeLessThanOrEqual(laxity(decisionOn(given)));
			}),
			runs,
		);
	});

	it('hearing more never allows more', () => {
		fc.assert(
			fc.property(anyCase, definition, (given, more) => {
				const after = {...given, asked: {...given.asked, heard: [...given.asked.heard, more]}};
				expect(laxity(decisionOn(after))).toBeLessThanOrEqual(laxity(decisionOn(given)));
			}),
			runs,
		);
	});
});
