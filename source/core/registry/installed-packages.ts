import {readdir, readFile, stat} from 'node:fs/promises';
import {join, relative, resolve, sep} from 'node:path';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {FoundServer} from '../../domain/server-registry.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {shortLine} from './draft-values.ts';

const maxPackages = 5000;
const maxManifestBytes = 512 * 1024;
const batchSize = 32;

export type PackageFolder = {
	readonly folder: string;
	/** For people: `installed globally`. */
	readonly title: string;
};

export type PackageSurroundings = {
	readonly cwd: string;
	readonly home: string;
	readonly execPath: string;
	readonly platform: NodeJS.Platform;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** `prefix=~/.npm-global` of the user's own .npmrc. */
const writtenPrefix = async (home: string): Promise<string | undefined> => {
	const text = await readFile(join(home, '.npmrc'), 'utf8').catch(() => '');
	const written = /^\s*prefix\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(text)?.[1];
	return written?.replace(/^(?:~|\$\{HOME\})(?=[/\\]|$)/, () => home);
};

/** Where `npm root -g` would look, without asking npm, which takes a second. */
export const packageFolders = async (
	surroundings: PackageSurroundings,
): Promise<readonly PackageFolder[]> => {
	const {cwd, home, execPath, platform, environment} = surroundings;
	const isWindows = platform === 'win32';
	const bin = resolve(execPath, '..');
	const chosen =
		environment.npm_config_prefix ?? environment.NPM_CONFIG_PREFIX ?? (await writtenPrefix(home));
	const prefixes = [
		...(chosen === undefined || chosen === '' ? [] : [chosen]),
		...(isWindows ? [join(environment.APPDATA ?? bin, 'npm'), bin] : [resolve(bin, '..')]),
	];
	const folders = new Map<string, PackageFolder>();
	for (const prefix of prefixes) {
		const folder = isWindows ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules');
		folders.set(folder, {folder, title: 'installed globally'});
	}
	const own = join(cwd, 'node_modules');
	if (!folders.has(own)) folders.set(own, {folder: own, title: 'installed in this folder'});
	return [...folders.values()];
};

const namesIn = async (folder: string): Promise<readonly string[]> => {
	try {
		return (await readdir(folder)).filter(name => !name.startsWith('.')).sort();
	} catch {
		// No folder, no packages.
		return [];
	}
};

const packagesIn = async (folder: string): Promise<readonly string[]> => {
	const names = await namesIn(folder);
	const scoped = await Promise.all(
		names
			.filter(name => name.startsWith('@'))
			.map(async scope => (await namesIn(join(folder, scope))).map(name => join(scope, name))),
	);
	return [...names.filter(name => !name.startsWith('@')), ...scoped.flat()].slice(0, maxPackages);
};

const readManifest = async (folder: string): Promise<JsonObject | undefined> => {
	try {
		const file = join(folder, 'package.json');
		const status = await stat(file);
		// A pipe would be read for ever.
		if (!status.isFile() || status.size > maxManifestBytes) return undefined;
		const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
		return isJsonObject(manifest) ? manifest : undefined;
	} catch {
		// What has no manifest that can be read is no package.
		return undefined;
	}
};

const tellingName = /(?:^|[@/._-])mcp(?:$|[/._-])|modelcontextprotocol\/server-/i;
const tellingKeywords: ReadonlySet<unknown> = new Set([
	'mcp',
	'mcp-server',
	'model-context-protocol',
	'modelcontextprotocol',
]);

const looksLikeServer = (name: string, {keywords}: JsonObject): boolean =>
	tellingName.test(name) ||
	(Array.isArray(keywords) &&
		keywords.some(word => tellingKeywords.has(typeof word === 'string' ? word.toLowerCase() : word)));

/** The program of a package: the one that is called like it, or the first. */
const programOf = (name: string, {bin}: JsonObject): string | undefined => {
	if (typeof bin === 'string') return bin;
	if (!isJsonObject(bin)) return undefined;
	const own = bin[name.split('/').at(-1) ?? name];
	return [own, ...Object.values(bin)].find(path => typeof path === 'string');
};

const isInside = (folder: string, path: string): boolean => {
	const way = relative(folder, path);
	return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
};

const readPackage = async (root: PackageFolder, name: string): Promise<FoundServer | undefined> => {
	const folder = join(root.folder, name);
	const manifest = await readManifest(folder);
	const {name: called} = manifest ?? {};
	if (manifest === undefined || typeof called !== 'string' || called === 'mcp-tui') return undefined;
	const program = programOf(called, manifest);
	if (program === undefined || !looksLikeServer(called, manifest)) return undefined;
	const path = resolve(folder, program);
	if (!isInside(folder, path) || sanitiseLine(path) !== path || path.includes('${')) return undefined;
	if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
	const {description, version} = manifest;
	const known = typeof version === 'string' ? shortLine(version, 40) : undefined;
	return {
		name: shortLine(called, 200),
		description: typeof description === 'string' ? shortLine(description, 500) : '',
		...(known === undefined ? {} : {version: known}),
		drafts: [
			{
				type: 'stdio',
				label: `npm package ${shortLine(called, 100)}${known === undefined ? '' : `@${known}`}, ${root.title}`,
				command: 'node',
				args: [{words: [[path]]}],
				env: [],
				wanted: [],
			},
		],
		unusable: [],
	};
};

/** npm packages on this machine that have a program and say that they are about MCP. */
export const findInstalledPackages = async (
	folders: readonly PackageFolder[],
	signal: AbortSignal,
): Promise<readonly FoundServer[]> => {
	const found = new Map<string, FoundServer>();
	for (const root of folders) {
		const names = await packagesIn(root.folder);
		for (let start = 0; start < names.length; start += batchSize) {
			if (signal.aborted) return [];
			const batch = names.slice(start, start + batchSize);
			for (const server of await Promise.all(batch.map(name => readPackage(root, name)))) {
				if (server !== undefined && !found.has(server.name)) found.set(server.name, server);
			}
		}
	}
	return [...found.values()];
};
