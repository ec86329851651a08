// biome-ignore-all lint/suspicious/noTemplateCurlyInString: manifests have references like these

import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {mapTexts} from './strange-references.ts';

/** The manifest of an MCPB bundle (once DXT): how its server is started, and what its user has to be asked for. */
export const isBundleManifest = (value: JsonObject): boolean =>
	isJsonObject(value.server) && isJsonObject(value.server.mcp_config);

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Folders that manifests name, as the usual systems call them. */
const folders: Readonly<Record<string, string>> = {
	'${DESKTOP}': '${HOME}/Desktop',
	'${DOCUMENTS}': '${HOME}/Documents',
	'${DOWNLOADS}': '${HOME}/Downloads',
	'${pathSeparator}': '/',
	'${/}': '/',
};

const withFolders = (text: string): string =>
	Object.entries(folders).reduce((known, [name, path]) => known.replaceAll(name, path), text);

const setting = /\$\{user_config\.([\w.-]+)\}/;
const everySetting = new RegExp(setting, 'g');

type Settings = {readonly server: string; readonly given: JsonObject};

/** What a setting stands for: its defaults, or a question; nothing where it may be left open. */
const valuesOf = (key: string, {server, given}: Settings): readonly string[] => {
	const {default: usual, required, sensitive} = objectOf(given[key]);
	const values: readonly JsonValue[] = Array.isArray(usual) ? usual : usual === undefined ? [] : [usual];
	if (values.length > 0 && sensitive !== true) return values.map(value => withFolders(String(value)));
	const isOpen = Object.hasOwn(given, key) && required !== true && sensitive !== true;
	return isOpen ? [] : [`\${input:${server}/${key}}`];
};

/** Undefined where a setting in it is left open. */
const fill = (text: string, settings: Settings): string | undefined => {
	let isOpen = false;
	const filled = text.replaceAll(everySetting, (_, key: string) => {
		const values = valuesOf(key, settings);
		isOpen ||= values.length === 0;
		return values.join(',');
	});
	return isOpen ? undefined : withFolders(filled);
};

/** An argument that is nothing but a setting with several values becomes several. */
const fillArgument = (word: JsonValue, settings: Settings): readonly JsonValue[] => {
	if (typeof word !== 'string') return [word];
	const [whole, key] = setting.exec(word) ?? [];
	if (whole === word && key !== undefined) return valuesOf(key, settings);
	const filled = fill(word, settings);
	return filled === undefined ? [] : [filled];
};

const fillMembers = (members: JsonObject, settings: Settings): JsonObject =>
	Object.fromEntries(
		Object.entries(members).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] => {
			const filled = typeof value === 'string' ? fill(value, settings) : value;
			return filled === undefined ? [] : [[name, filled]];
		}),
	);

export type ManifestRead = {readonly name?: string; readonly entry: JsonObject} | {readonly reason: string};

/** The server of a manifest. A file of the bundle can only be started where its folder is known. */
export const readBundleManifest = (manifest: JsonObject, folder: string | undefined): ManifestRead => {
	const {platform_overrides, ...usual} = objectOf(objectOf(manifest.server).mcp_config);
	const config = {...usual, ...objectOf(objectOf(platform_overrides)[process.platform])};
	const inFolder = mapTexts(config, text => text.replaceAll('${__dirname}', () => folder ?? '${__dirname}'));
	const {command, args, env, ...rest} = objectOf(inFolder);
	const name = typeof manifest.name === 'string' ? manifest.name : undefined;
	const settings = {
		server: (name ?? 'bundle').replaceAll(/[{}]/g, '_'),
		given: objectOf(manifest.user_config),
	};
	if (JSON.stringify(inFolder).includes('${__dirname}')) {
		return {
			reason:
				'it is the manifest of a bundle and starts a file in it, and what was pasted does not say where the bundle is. Unpack it, then: mcp-tui --mcp-config <folder>/manifest.json',
		};
	}
	const variables = fillMembers(objectOf(env), settings);
	const entry = {
		...fillMembers({...rest, ...(command === undefined ? {} : {command})}, settings),
		...(Array.isArray(args) ? {args: args.flatMap((word: JsonValue) => fillArgument(word, settings))} : {}),
		...(Object.keys(variables).length === 0 ? {} : {env: variables}),
	};
	return name === undefined ? {entry} : {name, entry};
};
