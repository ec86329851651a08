import type {JsonObject} from './json.ts';

/** Runs another program, which is what the server is called after. */
const runners =
	/^(npx|bunx|uvx|uv|npm|pnpm|yarn|bun|node|deno|tsx|python[\d.]*|pipx|docker|podman|sh|bash)$/i;
/** Words of runners that are not the name of what they run. */
const runnerWords = new Set(['run', 'exec', 'dlx', 'x', 'tool', '-m']);

const partsOf = (path: string): readonly string[] => path.split(/[\\/]/).filter(part => part !== '');

const lastPart = (path: string): string => partsOf(path).at(-1) ?? '';

/** What files and folders of programs are called, whatever the program. */
const anyName = /^(index|main|cli|dist|build|out|lib|src|bin)(\.\w+)?$/i;

/** The part of a path that says which program it is. */
const tellingPart = (path: string): string =>
	partsOf(path).findLast(part => !anyName.test(part)) ?? lastPart(path);

/** `@scope/server-files@1.2` and `mcp-server-files.js` are both about files. */
const bareName = (word: string): string =>
	tellingPart(word.replace(/(?<=.)@[^/@]*$/, ''))
		.replace(/\.(?:c|m)?[jt]s$|\.py$|\.exe$|\.cmd$/i, '')
		.replace(/:[^:]*$/, '')
		.replace(/^(?:mcp[-_])?server[-_]|^mcp[-_]/i, '')
		.replace(/[-_]mcp(?:[-_]server)?$|[-_]server$/i, '');

const ofCommand = (command: string, args: readonly unknown[]): string => {
	const program = lastPart(command);
	if (!runners.test(program.replace(/\.(exe|cmd)$/i, ''))) {
		return bareName(program);
	}
	const words = args.filter(word => typeof word === 'string');
	return bareName(words.find(word => !word.startsWith('-') && !runnerWords.has(word)) ?? program);
};

/** Without what nearly every address has. */
const ofUrl = (url: string): string => {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	if (host === 'localhost' || /^[\d.]+$|:/.test(host)) {
		return 'local';
	}
	const labels = host.split('.').slice(0, -1);
	return labels.filter(label => !/^(www|mcp|api)$/i.test(label)).at(-1) ?? labels.at(-1) ?? host;
};

/** A name for a server that has none, made of how it is reached, and not taken yet. */
export const suggestServerName = (
	{command, args, url}: JsonObject,
	isTaken: (name: string) => boolean,
): string => {
	const found =
		typeof command === 'string'
			? ofCommand(command, Array.isArray(args) ? args : [])
			: typeof url === 'string'
				? ofUrl(url)
				: '';
	const name =
		found
			.toLowerCase()
			.replaceAll(/[^a-z0-9_-]+/g, '-')
			.replaceAll(/^-+|-+$/g, '') || 'server';
	let free = name;
	for (let number = 2; isTaken(free); number += 1) {
		free = `${name}-${number}`;
	}
	return free;
};
