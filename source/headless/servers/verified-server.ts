import type {DifferenceRun, PartChange} from '../../domain/definition-change.ts';
import type {Failure} from '../../domain/failure.ts';
import {lineRuns} from '../../domain/line-runs.ts';
import type {ComparedDefinitions, PinnedServer} from '../../domain/pinned-server.ts';
import {instructionsTitle} from '../../domain/server-instructions.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import type {CommandOutput} from '../command-output.ts';
import type {JunitCase, JunitSuite} from '../junit-report.ts';

export type VerifiedServer = {
	readonly name: string;
	/** `missing` and `removed`: a lock file names it, and no configuration does. */
	readonly status: 'ok' | 'new' | 'drift' | 'accepted' | 'missing' | 'removed' | 'failed' | 'untrusted';
	readonly failure?: Failure | undefined;
	readonly pinned?: PinnedServer | undefined;
	/** Tools that are suspicious, changed or not. */
	readonly flagged: readonly {readonly tool: string; readonly flags: readonly string[]}[];
	/** Everything that was compared. */
	readonly offered: readonly OfferedName[];
};

type Kind = 'tool' | 'prompt' | 'resource template';

export type OfferedName = {readonly kind: Kind; readonly name: string};

/** Of what is the same, before and after what is not: lines, and characters of the lines that have changed. */
const linesAround = 2;
const charactersAround = 60;

const marks: Readonly<Record<DifferenceRun['type'], string>> = {same: '  ', removed: '- ', added: '+ '};

const shorten = (line: string, isAfterChange: boolean, isBeforeChange: boolean): string => {
	const start = isAfterChange ? line.slice(0, charactersAround) : '';
	const end = isBeforeChange ? line.slice(Math.max(start.length, line.length - charactersAround)) : '';
	return start.length + end.length >= line.length ? line : `${start} … ${end}`;
};

/** A description is often one long line: of what has not changed in it, only the edges are of interest. */
const shortenSame = (
	{type, text}: DifferenceRun,
	index: number,
	runs: readonly DifferenceRun[],
): DifferenceRun => {
	if (type !== 'same') {
		return {type, text};
	}
	const lines = text.split('\n').map((line, place, {length}) => {
		const isAfterChange = place === 0 && index > 0;
		const isBeforeChange = place === length - 1 && index < runs.length - 1;
		return isAfterChange || isBeforeChange ? shorten(line, isAfterChange, isBeforeChange) : line;
	});
	return {type, text: lines.join('\n')};
};

const markedLines = (
	{type, text}: DifferenceRun,
	index: number,
	runs: readonly DifferenceRun[],
): readonly string[] => {
	const lines = sanitise(text).split('\n');
	const first = index === 0 ? 0 : linesAround;
	const last = index === runs.length - 1 ? 0 : linesAround;
	const shown =
		type === 'same' && lines.length > first + last + 1
			? [...lines.slice(0, first), '…', ...lines.slice(lines.length - last)]
			: lines;
	return shown.map(line => `${marks[type]}${line}`.trimEnd());
};

const partLines = (parts: readonly PartChange[], by: string): readonly string[] =>
	parts.flatMap(({part, difference}) => [
		`${by}${part}:`,
		...lineRuns(difference.map(shortenSame))
			.flatMap(markedLines)
			.map(line => `${by}  ${line}`),
	]);

/** What was compared, by what it is called. */
const comparedIn = (pinned: PinnedServer | undefined): readonly (readonly [Kind, ComparedDefinitions])[] => {
	const kinds = [
		['tool', pinned],
		['prompt', pinned?.prompts],
		['resource template', pinned?.resourceTemplates],
	] as const;
	return kinds.flatMap(([kind, compared]) => (compared === undefined ? [] : [[kind, compared] as const]));
};

/** `tool add`, `prompt greet`, `instructions`. */
const titleOf = (kind: Kind, name: string): string =>
	kind === 'tool' && name === instructionsTitle ? 'instructions' : `${kind} ${sanitiseLine(name)}`;

const list = (names: readonly string[]): string => names.map(sanitiseLine).join(', ');

/** `lock` is the file that says what servers have to be; without it, it is what the user has accepted. */
const headline = ({name, status, pinned}: VerifiedServer, lock: string | undefined): string => {
	const shown = sanitiseLine(name);
	switch (status) {
		case 'ok':
			return `✔ ${shown}: ok, as ${lock === undefined ? 'accepted' : `in ${lock}`}`;
		case 'new':
			return lock === undefined
				? `✔ ${shown}: new, seen for the first time and accepted as it is now`
				: `✘ ${shown}: new, not in ${lock}`;
		case 'accepted':
			return `✔ ${shown}: ${lock === undefined ? 'accepted' : `written to ${lock}`} as it is now`;
		case 'drift':
			return lock === undefined
				? `✘ ${shown}: drift, it is not what was accepted`
				: `✘ ${shown}: drift, not as in ${lock}`;
		case 'missing':
			return `✘ ${shown}: in ${lock ?? ''}, but not configured here or disabled`;
		case 'removed':
			return `✔ ${shown}: removed from ${lock ?? ''}`;
		case 'untrusted':
			return `✘ ${shown}: not trusted, so it was not started`;
		case 'failed':
			return `✘ ${shown}: ${pinned === undefined ? 'could not be verified' : 'could not be saved'}`;
	}
};

const listed = (what: 'new' | 'removed', kind: Kind, names: readonly string[]): readonly string[] => {
	const isSaid = kind === 'tool' && names.includes(instructionsTitle);
	const others = isSaid ? names.filter(name => name !== instructionsTitle) : names;
	return [
		...(isSaid ? [`  ${what} instructions`] : []),
		...(others.length === 0 ? [] : [`  ${what} ${others.length === 1 ? kind : `${kind}s`}: ${list(others)}`]),
	];
};

const serverLines = (verified: VerifiedServer, lock: string | undefined): readonly string[] => {
	const {pinned, flagged} = verified;
	const compared = comparedIn(pinned);
	const reached = pinned?.reached ?? [];
	return [
		headline(verified, lock),
		...(reached.length === 0 ? [] : ['  how it is reached has changed', ...partLines(reached, '    ')]),
		...compared.flatMap(([kind, {changed}]) =>
			changed.flatMap(({tool, parts}) => [`  changed ${titleOf(kind, tool)}`, ...partLines(parts, '    ')]),
		),
		...compared.flatMap(([kind, {added, removed}]) => [
			...listed('new', kind, added),
			...listed('removed', kind, removed),
		]),
		...flagged.flatMap(({tool, flags}) =>
			flags.map(flag => `  ! ${sanitiseLine(tool)}: ${sanitiseLine(flag)}`),
		),
	];
};

export const printVerified = (
	verified: readonly VerifiedServer[],
	output: Pick<CommandOutput, 'print'>,
	lock?: string,
): void => {
	for (const line of verified.flatMap(each => serverLines(each, lock))) {
		output.print(line);
	}
};

const comparedObject = ({changed, added, removed}: ComparedDefinitions) => ({
	changed: changed.map(({tool, parts}) => ({name: tool, parts})),
	added,
	removed,
});

/** One server for scripts. The fields are a contract. */
export const verifiedObject = ({name, status, failure, pinned, flagged}: VerifiedServer) => ({
	name,
	status,
	reached: pinned?.reached ?? [],
	changed: (pinned?.changed ?? []).map(({tool, parts}) => ({tool, parts})),
	added: pinned?.added ?? [],
	removed: pinned?.removed ?? [],
	prompts: pinned?.prompts && comparedObject(pinned.prompts),
	resourceTemplates: pinned?.resourceTemplates && comparedObject(pinned.resourceTemplates),
	flagged,
	error: failure,
});

const casesOf = (verified: VerifiedServer, lock: string | undefined): readonly JunitCase[] => {
	const {name, status, failure, pinned, offered} = verified;
	const group = sanitiseLine(name);
	const line = headline(verified, lock).slice(2);
	if (failure !== undefined || status === 'untrusted') {
		const text = failure === undefined ? line : [failure.message, failure.hint ?? ''].join('\n').trimEnd();
		return [{name: 'server', group, problem: {type: 'error', text}}];
	}
	const isWrong = status === 'drift' || status === 'missing' || (status === 'new' && lock !== undefined);
	const problem = (text: string): JunitCase['problem'] => (isWrong ? {type: 'failure', text} : undefined);
	if (status === 'new' || status === 'missing' || status === 'removed') {
		return [{name: 'server', group, problem: problem(line)}];
	}
	const reached = pinned?.reached ?? [];
	const wrong = new Map<string, string>();
	for (const [kind, {changed, added, removed}] of comparedIn(pinned)) {
		for (const each of changed) {
			wrong.set(
				titleOf(kind, each.tool),
				[`${titleOf(kind, each.tool)} has changed`, ...partLines(each.parts, '')].join('\n'),
			);
		}
		for (const each of added) wrong.set(titleOf(kind, each), `${titleOf(kind, each)} is new`);
		for (const each of removed) wrong.set(titleOf(kind, each), `${titleOf(kind, each)} is gone`);
	}
	const titles = new Set([...offered.map(each => titleOf(each.kind, each.name)), ...wrong.keys()]);
	return [
		{
			name: 'server',
			group,
			problem:
				reached.length === 0
					? undefined
					: problem(['how it is reached has changed', ...partLines(reached, '')].join('\n')),
		},
		...[...titles].map(title => {
			const text = wrong.get(title);
			return {name: title, group, problem: text === undefined ? undefined : problem(text)};
		}),
	];
};

/** A suite for each server, and in it a case for everything that was compared. */
export const verifiedSuites = (
	verified: readonly VerifiedServer[],
	lock: string | undefined,
): readonly JunitSuite[] =>
	verified.map(each => ({name: `mcp verify ${sanitiseLine(each.name)}`, cases: casesOf(each, lock)}));
