import type {DiagnosisStep} from '../../domain/server-ports.ts';
import {countOf} from '../../support/count-of.ts';
import {quoteWord} from '../../support/shell-words.ts';
import type {FolderFacts, ProgramFacts} from './program-facts.ts';

const mebibyte = 1024 * 1024;
const little = 100 * mebibyte;

const sizeOf = (bytes: number): string =>
	bytes >= 1024 * mebibyte
		? `${(bytes / 1024 / mebibyte).toFixed(1)} GiB`
		: `${(bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)} MiB`;

/** What can go wrong without it. */
const loss: Readonly<Record<FolderFacts['what'], string>> = {
	settings: 'settings cannot be saved',
	data: 'sessions cannot be saved',
	cache: 'each start takes longer',
};

const unusableStep = ({what, path}: FolderFacts, why: string): DiagnosisStep => ({
	name: what,
	outcome: what === 'cache' ? 'warning' : 'failed',
	detail: `${path} cannot be written (${why}): ${loss[what]}`,
	hint: 'Make it writable for you, or set MCP_TUI_HOME to a folder that is.',
});

const folderStep = (folder: FolderFacts): DiagnosisStep => {
	const {what: name, path, state} = folder;
	if (state.type === 'unusable') {
		return unusableStep(folder, state.why);
	}
	if (state.free !== undefined && state.free < little) {
		return {
			name,
			outcome: 'warning',
			detail: `${path}, only ${sizeOf(state.free)} are free`,
			hint: 'Make room on this disk, or sessions will not be saved.',
		};
	}
	if (state.type === 'absent') {
		return {name, outcome: 'ok', detail: `${path}, made when it is needed`};
	}
	const {mode, free} = state;
	const facts = [
		path,
		...(mode === undefined ? [] : [mode]),
		...(free === undefined ? [] : [`${sizeOf(free)} free`]),
	];
	return mode !== undefined && !mode.endsWith('00')
		? {
				name,
				outcome: 'warning',
				detail: `${path} is open to others (${mode})`,
				hint: `Close it: chmod 700 ${quoteWord(path)}`,
			}
		: {name, outcome: 'ok', detail: facts.join(', ')};
};

/** One line where all is in one folder. */
const folderSteps = (folders: readonly FolderFacts[]): readonly DiagnosisStep[] =>
	folders
		.filter(({path}, index) => folders.findIndex(other => other.path === path) === index)
		.map(folderStep);

const mostNamed = 3;

const sessionStep = ({sessions}: ProgramFacts): DiagnosisStep => {
	const name = 'sessions';
	if (sessions.type === 'unreadable') {
		return {
			name,
			outcome: 'failed',
			detail: sessions.why,
			hint: 'Make the folder readable for you; until then no session can be found.',
		};
	}
	const {count, bytes, damaged} = sessions;
	const detail = count === 0 ? 'none yet' : `${countOf(count, 'session')}, ${sizeOf(bytes)}`;
	if (damaged.length === 0) {
		return {name, outcome: 'ok', detail};
	}
	const named = damaged.slice(0, mostNamed).join(', ');
	const more = damaged.length > mostNamed ? ` and ${damaged.length - mostNamed} more` : '';
	return {
		name,
		outcome: 'warning',
		detail: `${detail}; ${damaged.length} damaged: ${named}${more}`,
		hint: 'What is readable in them still is: mcp-tui sessions show <id>. mcp-tui sessions delete <id> removes one.',
	};
};

/** Where files are kept, and how they are. */
export const placeSteps = (facts: ProgramFacts): readonly DiagnosisStep[] => [
	...folderSteps(facts.folders),
	sessionStep(facts),
];
