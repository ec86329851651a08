import type {DiagnosisStep} from '../../domain/server-ports.ts';
import type {ProgramFacts} from './program-facts.ts';

const narrow = 40;

const isOlder = (version: string, than: string): boolean => {
	const [one = [], other = []] = [version, than].map(text => text.split('.').map(Number));
	const index = other.findIndex((part, at) => part !== (one[at] ?? 0));
	return index !== -1 && (one[index] ?? 0) < (other[index] ?? 0);
};

const nodeStep = ({nodeVersion, nodeFile, oldestNode, system}: ProgramFacts): DiagnosisStep => {
	const detail = `${nodeVersion}, ${system}, ${nodeFile}`;
	return isOlder(nodeVersion, oldestNode)
		? {
				name: 'Node',
				outcome: 'warning',
				detail,
				hint: `It is older than ${oldestNode}, the oldest that mcp-tui is tested on. Install a newer one.`,
			}
		: {name: 'Node', outcome: 'ok', detail};
};

const terminalStep = ({isTerminal, terminal, columns, rows}: ProgramFacts): DiagnosisStep => {
	const name = 'terminal';
	if (!isTerminal) {
		return {
			name,
			outcome: 'warning',
			detail: 'stdin or stdout is not a terminal',
			hint: 'The chat needs one; in scripts use mcp-tui -p "...".',
		};
	}
	if (terminal === undefined || terminal === 'dumb') {
		return {
			name,
			outcome: 'warning',
			detail: `TERM is ${terminal ?? 'not set'}: the chat goes line by line`,
			hint: 'Set TERM, for example to xterm-256color, if the terminal can do more.',
		};
	}
	return columns !== undefined && columns < narrow
		? {
				name,
				outcome: 'warning',
				detail: `${columns} columns`,
				hint: 'Make the window wider: 60 is comfortable.',
			}
		: {name, outcome: 'ok', detail: `${terminal}, ${columns ?? 80} columns, ${rows ?? 24} rows`};
};

const colourStep = ({isColourRefused, colours, images}: ProgramFacts): DiagnosisStep =>
	isColourRefused
		? {name: 'colours', outcome: 'warning', detail: 'NO_COLOR is set: no colours are used'}
		: {name: 'colours', outcome: 'ok', detail: `${colours}; images: ${images}`};

const languageStep = ({language}: ProgramFacts): DiagnosisStep =>
	language === undefined || /utf-?8/i.test(language)
		? {name: 'language', outcome: 'ok', detail: language ?? 'not set'}
		: {
				name: 'language',
				outcome: 'warning',
				detail: `${language} is not UTF-8`,
				hint: 'Set LANG, for example to C.UTF-8, or signs and letters may be broken.',
			};

const editorStep = ({editor}: ProgramFacts): DiagnosisStep =>
	editor.type === 'found'
		? {name: 'editor', outcome: 'ok', detail: editor.command}
		: {name: 'editor', outcome: 'skipped', detail: 'ctrl+g has nothing to open', hint: editor.why};

/** The program itself, and what it runs in. */
export const machineSteps = (facts: ProgramFacts): readonly DiagnosisStep[] => [
	{name: 'mcp-tui', outcome: 'ok', detail: `${facts.version}, ${facts.file}`},
	nodeStep(facts),
	terminalStep(facts),
	...(facts.isTerminal || facts.isColourRefused ? [colourStep(facts)] : []),
	languageStep(facts),
	editorStep(facts),
];
