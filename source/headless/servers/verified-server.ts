import type {DifferenceRun, PartChange} from '../../domain/definition-change.ts';
import type {Failure} from '../../domain/failure.ts';
import {lineRuns} from '../../domain/line-runs.ts';
import type {PinnedServer} from '../../domain/pinned-server.ts';
import {instructionsTitle} from '../../domain/server-instructions.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {quoteWord} from '../../support/shell-words.ts';
import type {CommandOutput} from '../command-output.ts';

export type VerifiedServer = {
	readonly name: string;
	readonly status: 'ok' | 'new' | 'drift' | 'accepted' | 'failed';
	readonly failure?: Failure;
	readonly pinned?: PinnedServer;
	/** Tools that are suspicious, changed or not. */
	readonly flagged: readonly {readonly tool: string; readonly flags: readonly string[]}[];
};

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

const printParts = (parts: readonly PartChange[], by: string, output: CommandOutput): void => {
	for (const {part, difference} of parts) {
		output.print(`${by}${part}:`);
		for (const line of lineRuns(difference.map(shortenSame)).flatMap(markedLines)) {
			output.print(`${by}  ${line}`);
		}
	}
};

const list = (names: readonly string[]): string => names.map(sanitiseLine).join(', ');

const headline = ({name, status, pinned}: VerifiedServer): string => {
	const shown = sanitiseLine(name);
	switch (status) {
		case 'ok':
			return `✔ ${shown}: ok, as accepted`;
		case 'new':
			return `✔ ${shown}: new, seen for the first time and accepted as it is now`;
		case 'accepted':
			return `✔ ${shown}: accepted as it is now`;
		case 'drift':
			return `✘ ${shown}: drift, it is not what was accepted`;
		case 'failed':
			return `✘ ${shown}: ${pinned === undefined ? 'could not be verified' : 'could not be saved'}`;
	}
};

const printServer = (verified: VerifiedServer, output: CommandOutput): void => {
	output.print(headline(verified));
	const {pinned, flagged} = verified;
	if (pinned !== undefined && pinned.reached.length > 0) {
		output.print('  how it is reached has changed');
		printParts(pinned.reached, '    ', output);
	}
	for (const {tool, parts} of pinned?.changed ?? []) {
		output.print(
			tool === instructionsTitle ? '  changed instructions' : `  changed tool ${sanitiseLine(tool)}`,
		);
		printParts(parts, '    ', output);
	}
	for (const [what, names] of [
		['new', pinned?.added ?? []],
		['removed', pinned?.removed ?? []],
	] as const) {
		if (names.length > 0) {
			output.print(`  ${what} ${names.length === 1 ? 'tool' : 'tools'}: ${list(names)}`);
		}
	}
	for (const {tool, flags} of flagged) {
		for (const flag of flags) {
			output.print(`  ! ${sanitiseLine(tool)}: ${sanitiseLine(flag)}`);
		}
	}
};

export const printVerified = (verified: readonly VerifiedServer[], output: CommandOutput): void => {
	for (const each of verified) {
		printServer(each, output);
	}
	const drifted = verified.filter(({status}) => status === 'drift');
	if (drifted.length > 0) {
		const names = drifted.map(({name}) => name);
		output.say(
			`Look at what is different. To accept it: mcp-tui mcp verify ${names.length === 1 ? `${names.map(quoteWord).join('')} ` : ''}--accept`,
		);
	}
};

/** One server for scripts. The fields are a contract. */
export const verifiedObject = ({name, status, failure, pinned, flagged}: VerifiedServer) => ({
	name,
	status,
	reached: pinned?.reached ?? [],
	changed: (pinned?.changed ?? []).map(({tool, parts}) => ({tool, parts})),
	added: pinned?.added ?? [],
	removed: pinned?.removed ?? [],
	flagged,
	...(failure === undefined ? {} : {error: failure}),
});
