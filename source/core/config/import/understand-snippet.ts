import type {Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {SnippetUnderstood, UnderstandSnippet} from '../../../domain/server-import.ts';
import {nearest, suggestion} from '../../../support/nearest.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {splitCommandLine} from '../../../support/shell-words.ts';
import {withoutMark} from '../config-text.ts';
import {describeSettings} from '../project/describe-settings.ts';
import {describeStart} from '../project/describe-start.ts';
import {createIsOwnKey} from '../project/own-keys.ts';
import {asJson} from './foreign-entry.ts';
import {readInstallLink} from './install-links.ts';
import {parseForeignText} from './parse-foreign-text.ts';
import {serversIn} from './snippet-servers.ts';
import {whyStrange} from './strange-references.ts';

const maxLength = 1_000_000;

const example = `For example: {"command": "npx", "args": ["-y", "some-server"]}, or {"url": "https://example.com/mcp"}`;

const refuse = (message: string, hint: string): SnippetUnderstood => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint} satisfies Failure,
});

const notUnderstood = refuse(
	'The server is not given as a JSON object, nor in another way that is understood.',
	example,
);

/** Keys of an object and of those in it, as deep as servers are. */
const keysIn = (value: unknown, depth = 0): readonly string[] =>
	isJsonObject(value) && depth < 4
		? Object.entries(value).flatMap(([key, item]) => [key, ...keysIn(item, depth + 1)])
		: [];

const noReach = (value: unknown): SnippetUnderstood => {
	const slip = keysIn(value).find(key => nearest(key, ['command', 'url']) !== undefined);
	const guess =
		slip === undefined ? '.' : `: ${sanitiseLine(slip)} is unknown${suggestion(slip, ['command', 'url'])}`;
	return refuse(`The JSON has neither "command" nor "url"${guess}`, 'It must say how the server is reached.');
};

const fence = /^[ \t]*(```|~~~)/;

/** What stands between the first two fences, where there are any. */
const withoutFences = (text: string): string => {
	const lines = text.split('\n');
	const start = lines.findIndex(line => fence.test(line));
	const end = lines.findIndex((line, index) => index > start && fence.test(line));
	return (start >= 0 && end > start ? lines.slice(start + 1, end).join('\n') : text).trim();
};

/** Without the comma that separated it from what came before or after. */
const withoutCommas = (text: string): string => {
	let start = 0;
	let end = text.length;
	while (/[\s,]/.test(text.charAt(start))) start += 1;
	while (end > start && /[\s,]/.test(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
};

const parseJson = async (text: string): Promise<unknown> => {
	const parsed = await parseForeignText('snippet', text, 'json');
	return parsed.type === 'value' ? parsed.value : undefined;
};

/** A whole value, or members that were copied out of an object. */
const readJson = async (text: string): Promise<unknown> => {
	const whole = await parseJson(text);
	if (typeof whole === 'object' && whole !== null) {
		return whole;
	}
	const members = withoutCommas(text);
	const wrapped = /^\s*(?:"|\/[/*])/.test(members) ? await parseJson(`{${members}\n}`) : undefined;
	// Only what closes was copied along, or not.
	return (
		wrapped ?? (/^\s*"/.test(members) ? await parseJson(`{${members.replace(/\}$/, '')}\n}`) : undefined)
	);
};

const runners =
	/^(npx|bunx|uvx|uv|npm|pnpm|yarn|bun|node|deno|tsx|python[\d.]*|pipx|poetry|docker|podman|java|dotnet|go|cargo|ruby|php|bash|sh|pwsh|cmd)(\.exe|\.cmd)?$/i;
const looksLikePath = /^(\.{0,2}\/|~\/|[A-Za-z]:[\\/])/;

/** Nobody writes a sentence with options or paths in it: what has them is the command of a program of one's own. */
const looksLikeCommand = (program: string, args: readonly string[]): boolean =>
	/^[\w.+-]+$/.test(program) && args.some(arg => /^--?[A-Za-z]/.test(arg) || looksLikePath.test(arg));

/** `NAME=value` before a command. */
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

const readCommand = (text: string): JsonObject | 'foreign' | undefined => {
	const words = splitCommandLine(text.replace(/^\$\s+/, ''));
	const start = words?.findIndex(word => !assignment.test(word)) ?? -1;
	const [program = '', ...args] = words?.slice(Math.max(0, start)) ?? [];
	if (start < 0 || program === '') {
		return undefined;
	}
	if (/^(claude|codex|gemini|amp|code|cursor)$/.test(program) && /^(mcp|--add-mcp)$/.test(args[0] ?? '')) {
		return 'foreign';
	}
	const isProgram =
		runners.test(program) || looksLikePath.test(program) || /^[\w.-]*mcp[\w.-]*$/i.test(program);
	if (!isProgram && !(looksLikeCommand(program, args) && !text.includes('\n'))) {
		return undefined;
	}
	const pairs = (words ?? []).slice(0, start).map((word): readonly [string, string] => {
		const [, name = '', value = ''] = assignment.exec(word) ?? [];
		return [name, value];
	});
	return {
		command: program,
		...(args.length === 0 ? {} : {args}),
		...(pairs.length === 0 ? {} : {env: Object.fromEntries(pairs)}),
	};
};

const fromValue = (value: unknown, name?: string): SnippetUnderstood => {
	const found = serversIn(asJson(value), {name});
	const servers = found.filter(each => 'entry' in each);
	const reason = found.flatMap(each => ('reason' in each ? [each.reason] : []))[0];
	if (servers.length > 0) {
		return {type: 'servers', servers};
	}
	return reason === undefined
		? noReach(value)
		: refuse(`The server cannot be taken over: ${sanitiseLine(reason)}.`, example);
};

const writeYourself = "If you want that, write the entry yourself: mcp-tui mcp add-json <name> '{...}'";

/** What the user has not read yet, because a link packs it, is shown to them. */
const unpacked = (understood: SnippetUnderstood): SnippetUnderstood => {
	if (understood.type === 'refused') {
		return understood;
	}
	const {servers} = understood;
	const strange = servers.map(({entry}) => whyStrange(entry)).find(reason => reason !== undefined);
	return strange === undefined
		? {
				type: 'servers',
				servers: servers.map(server => ({
					...server,
					unseen: {
						runs: describeStart(server.entry, undefined),
						settings: describeSettings(server.entry, undefined, {isOwnKey: createIsOwnKey()}),
					},
				})),
			}
		: refuse(`The link cannot be taken over: ${sanitiseLine(strange)}.`, writeYourself);
};

/** Somebody else wrote the link, and what it holds cannot be read in it. */
const namesSecrets = (value: unknown): boolean =>
	/\$\{(keychain|command|file):/i.test(JSON.stringify(asJson(value)));

const fromLink = (text: string): SnippetUnderstood | undefined => {
	const link = readInstallLink(text);
	switch (link.type) {
		case 'other':
			return undefined;
		case 'refused':
			return refuse('The link does not say how the server is reached.', 'Is it whole? Copy it again.');
		case 'value':
			return namesSecrets(link.value)
				? refuse('The link names secrets of yours. Nothing was written.', writeYourself)
				: unpacked(fromValue(link.value, link.name));
	}
};

const fromLanguage = async (text: string): Promise<SnippetUnderstood | undefined> => {
	const isToml = /^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]/m.test(text);
	const isYaml = !isToml && /^[ \t]*[\w"'@./-]+:(\s|$)/m.test(text) && text.includes('\n');
	if (!isToml && !isYaml) {
		return undefined;
	}
	const parsed = await parseForeignText('snippet', text, isToml ? 'toml' : 'yaml');
	if (parsed.type === 'refused') {
		return isToml
			? refuse(`The TOML cannot be read: ${parsed.problem}.`, 'Correct it and try again.')
			: undefined;
	}
	return isJsonObject(parsed.value) || isToml ? fromValue(parsed.value) : undefined;
};

/** What begins like JSON was meant as such: the place where it ends to be is told. */
const brokenOff = async (text: string): Promise<SnippetUnderstood> => {
	const parsed = /^[[{]/.test(text) ? await parseForeignText('snippet', text, 'json') : undefined;
	if (parsed?.type !== 'refused') {
		return notUnderstood;
	}
	const where = parsed.problem.replace(/^snippet:(\d+):(\d+)\s+/, 'line $1, column $2: ');
	return refuse(
		`The server is not given as a JSON object that can be read: ${sanitiseLine(where)}.`,
		'Correct that place and try again.',
	);
};

/**
 * Finds the servers in what people paste: entries, files and fragments of files of any client, links that install,
 * addresses and commands. Whatever the text is, this does not throw.
 */
export const understandSnippet: UnderstandSnippet = async pasted => {
	if (pasted.length > maxLength) {
		return refuse('The text is too long for a server.', 'Give the entry of one server only.');
	}
	const text = withoutFences(withoutMark(pasted).trim());
	const link = fromLink(text);
	if (link !== undefined) {
		return link;
	}
	if (/^(https?|wss?):\/\/\S+$/i.test(text)) {
		return {type: 'servers', servers: [{entry: {url: text}}]};
	}
	const value = await readJson(text);
	if (value !== undefined) {
		return isJsonObject(value) || (Array.isArray(value) && value.length > 0)
			? fromValue(value)
			: notUnderstood;
	}
	const other = await fromLanguage(text);
	if (other !== undefined) {
		return other;
	}
	const command = readCommand(text);
	if (command === 'foreign') {
		return refuse(
			'That is a command of another client.',
			'mcp-tui mcp add takes the same: mcp-tui mcp add <name> <command|url> [args]',
		);
	}
	return command === undefined ? brokenOff(text) : {type: 'servers', servers: [{entry: command}]};
};
