import {sanitiseLine} from '../support/sanitise.ts';

const shownTools = 5;
const shownLength = 300;

export type FlaggedTool = {readonly tool: string; readonly flags: readonly string[]};

const cut = (text: string): string => {
	const line = sanitiseLine(text.slice(0, shownLength * 2));
	return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line;
};

const shownName = (server: string): string => (/^[\w.-]+$/.test(server) ? server : '<name>');

/** What is suspicious about the tools of one server, as lines of the transcript. */
export const flagNotice = (server: string, tools: readonly FlaggedTool[]): string => {
	const count = tools.length === 1 ? 'A tool' : `${tools.length} tools`;
	const more = tools.length - shownTools;
	const lines = tools.slice(0, shownTools).map(({tool, flags}) => `  ${cut(`${tool}: ${flags.join(' ')}`)}`);
	const isCut = more > 0 || lines.some(line => line.endsWith('…'));
	return [
		`${count} of ${sanitiseLine(server)} ${tools.length === 1 ? 'looks suspicious and runs' : 'look suspicious and run'} only on your word.`,
		...lines,
		...(more > 0 ? [`  and ${more} more`] : []),
		...(isCut ? [`  mcp-tui mcp verify ${shownName(server)} shows all of it.`] : []),
	].join('\n');
};

/** What is suspicious about what a server says about itself. */
export const instructionsNotice = (server: string, flags: readonly string[]): string =>
	[
		`What ${sanitiseLine(server)} says about itself looks suspicious, and the model reads it. Switch the server off if you do not trust it.`,
		`  ${cut(flags.join(' '))}`,
	].join('\n');
