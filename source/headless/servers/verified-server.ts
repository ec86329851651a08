import type {DifferenceRun, PartChange} from '../../domain/definition-change.ts';
import type {Failure} from '../../domain/failure.ts';
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

/** Of text that is the same on both sides, before and after what is not. */
const shownAround = 60;

const markers: Readonly<Record<DifferenceRun['type'], readonly [string, string]>> = {
	same: ['', ''],
	removed: ['[-', '-]'],
	added: ['{+', '+}'],
};

/** A long text that has not changed is of no interest but for where it ends and begins. */
const shorten = (text: string, isFirst: boolean, isLast: boolean): string => {
	const start = isFirst ? '' : text.slice(0, shownAround);
	const end = isLast ? '' : text.slice(Math.max(start.length, text.length - shownAround));
	return start.length + end.length >= text.length ? text : `${start} … ${end}`;
};

const showRun = (run: DifferenceRun, index: number, runs: readonly DifferenceRun[]): string => {
	const [open, close] = markers[run.type];
	const text = sanitise(run.text);
	return `${open}${run.type === 'same' ? shorten(text, index === 0, index === runs.length - 1) : text}${close}`;
};

/** A difference as text: removed `[-so-]`, added `{+so+}`. */
const showDifference = (runs: readonly DifferenceRun[]): string => runs.map(showRun).join('');

const indent = (text: string, by: string): string =>
	text
		.split('\n')
		.map(line => `${by}${line}`)
		.join('\n');

const printParts = (parts: readonly PartChange[], by: string, output: CommandOutput): void => {
	for (const {part, difference} of parts) {
		output.print(`${by}${part}:`);
		output.print(indent(showDifference(difference), `${by}  `));
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
