import {type ApprovalSettings, noApprovals} from '../../domain/approval.ts';
import type {CustomTool, RefusedCustomTool} from '../../domain/custom-tool.ts';
import type {LookSettings} from '../../domain/look.ts';
import type {ProviderSettings, RefusedProvider} from '../../domain/provider-settings.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {noToolbox, type ToolboxSettings} from '../../domain/toolbox-settings.ts';
import {nearest, suggestion} from '../../support/nearest.ts';
import type {ConfiguredAssistant} from './assistant-entry.ts';
import {type ConfigPage, readPage} from './config-page.ts';
import {readCustomTools} from './custom/read-custom-tools.ts';
import {emptyConfig} from './empty-config.ts';
import type {ReadEnvFile} from './env-files.ts';
import type {Wording} from './expand-values.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
import {configMigrations, newestVersion} from './migrations.ts';
import {mergeInputs, type NeededInput} from './needed-inputs.ts';
import {approvalKeys, readApprovals, unreadableApprovals} from './read-approvals.ts';
import {type RefusedAssistant, readAssistants} from './read-assistants.ts';
import {lookKeys, readLook} from './read-look.ts';
import {unsupportedKeys} from './read-object.ts';
import {readProviders} from './read-providers.ts';
import {readRegistry} from './read-registry.ts';
import {type RefusedServer, readServers} from './read-servers.ts';
import {readToolbox} from './read-toolbox.ts';
import {serverSections} from './server-sections.ts';
import {type NamedThing, namedThings, type UnknownName} from './unknown-names.ts';

export const secretStores = ['keychain', 'passphrase-file'] as const;

export type Config = {
	readonly servers: readonly ServerConfig[];
	/** Servers whose entries cannot be used. */
	readonly refusedServers: readonly RefusedServer[];
	/** Values of `${input:id}` that servers wait for. */
	readonly neededInputs: readonly NeededInput[];
	readonly approvals: ApprovalSettings;
	readonly assistants: readonly ConfiguredAssistant[];
	readonly refusedAssistants: readonly RefusedAssistant[];
	/** What of `problems` is about assistants that can be used all the same. */
	readonly assistantWarnings?: readonly UnknownName[] | undefined;
	/** `provider/model`, or a provider alone. */
	readonly model?: string;
	readonly providers: ReadonlyMap<string, ProviderSettings>;
	/** Providers whose entries cannot be used, on this machine or at all. */
	readonly refusedProviders: readonly RefusedProvider[];
	/** Where secrets are kept. */
	readonly secretStore?: (typeof secretStores)[number];
	/** What keeps us from knowing that: `file:line:col  place: what is wrong`. */
	readonly secretStoreProblem?: string;
	/** Tools of the user's own that need no server. */
	readonly customTools: readonly CustomTool[];
	readonly refusedCustomTools: readonly RefusedCustomTool[];
	/** What of `problems` is about those that can be used all the same. */
	readonly customToolWarnings?: readonly string[];
	/** The MCP registry in which servers are searched for; without it the official one. */
	readonly registry?: string;
	/** The built-in server; absent where the user says nothing about it. */
	readonly toolbox?: ToolboxSettings;
	/** Servers and tools that the user's own file means, wherever it gives them something. */
	readonly named?: readonly NamedThing[];
	/** The screen and the keyboard. */
	readonly look: LookSettings;
	/** One line each: `file:line:col  place: what is wrong`. What they name is left out, the rest works. */
	readonly problems: readonly string[];
	/** A file could not be read as JSON. What was left of it could mean something else, so nothing of it is used. */
	readonly isBroken?: boolean;
	/** The user's own file may say where models are, and with which key, in a way that cannot be read. */
	readonly hidesProviders?: boolean;
};

type LookUp = (reference: SecretReference) => string | undefined;

export type ReadOptions = Pick<Wording, 'whyMissing'> & {
	/** Looks up `${keychain:name}`, `${input:id}`, `${file:path}` and `${command:line}` of servers. */
	readonly secrets?: LookUp;
	/** The same for the providers of models. */
	readonly providerSecrets?: LookUp;
	/** What `${workspaceFolder}` stands for; without it, the folder in which the program runs. */
	readonly cwd?: string;
	/** The file is not the user's own. */
	readonly isForeign?: boolean;
	readonly readEnvFile?: ReadEnvFile;
	/** The newest version that this program knows. */
	readonly version?: number;
};

/** Where requests go, with the user's keys, is for the user alone to say; so is who they talk to, and on what screen. */
const ownKeys = [
	'model',
	'providers',
	'assistants',
	'secretStore',
	'registry',
	'toolbox',
	'customTools',
	...lookKeys,
];

export const configKeys: readonly string[] = [
	...serverSections,
	'$schema',
	'version',
	'inputs',
	...approvalKeys,
	...ownKeys,
];

const isLikeProviders = (key: string): boolean => nearest(key, configKeys) === 'providers';

const isLikeSecretStore = (key: string): boolean => nearest(key, configKeys) === 'secretStore';

/** What is left of a file that cannot be read. */
export const brokenConfig = (
	file: string,
	content: string,
	problems: readonly string[],
	isForeign: boolean,
): Config => ({
	...emptyConfig,
	// Most files of others say nothing about approvals. One that may have is taken at its strictest.
	approvals: !isForeign || /approv/i.test(content) ? unreadableApprovals(file) : noApprovals,
	problems,
	isBroken: true,
	hidesProviders: !isForeign,
	...(isForeign ? {} : {toolbox: noToolbox}),
	...(isForeign || problems[0] === undefined ? {} : {secretStoreProblem: problems[0]}),
});

const readVersion = (page: ConfigPage, known: number): readonly string[] => {
	if (!page.has('version')) return [];
	const version = page.valueOf('version');
	if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
		return [page.describe(['version'], 'expected a whole number from 1 on')];
	}
	return version > known
		? [
				page.describe(
					['version'],
					`is ${version}, and this program knows ${known}. What it does not know is left out, and kept in the file`,
				),
			]
		: [];
};

const readModel = (page: ConfigPage): {readonly model?: string; readonly problems: readonly string[]} => {
	const model = page.valueOf('model');
	if (typeof model === 'string' && model.trim() !== '') {
		return {model: model.trim(), problems: []};
	}
	const message = 'expected provider/model, such as "anthropic/claude-sonnet-5-5"';
	return {problems: page.has('model') ? [page.describe(['model'], message)] : []};
};

const readSecretStore = (
	page: ConfigPage,
): Pick<Config, 'secretStore' | 'secretStoreProblem' | 'problems'> => {
	if (page.has('secretStore')) {
		const written = page.valueOf('secretStore');
		const secretStore = secretStores.find(name => name === written);
		if (secretStore !== undefined) return {secretStore, problems: []};
		const meant = typeof written === 'string' ? suggestion(written, secretStores) : '';
		const message = `expected one of ${secretStores.join(', ')}${meant}`;
		const problem = page.describe([page.spelling('secretStore')], message);
		return {secretStoreProblem: problem, problems: [problem]};
	}
	const misspelt = page.unknownKeys.find(isLikeSecretStore);
	return misspelt === undefined
		? {problems: []}
		: {
				// Told among the unknown keys already.
				secretStoreProblem: page.describeKey([misspelt], 'unknown key; did you mean secretStore?'),
				problems: [],
			};
};

/** Reads JSON with comments and trailing commas. One bad entry disables only itself. */
export const readConfig = (
	file: string,
	content: string,
	env: Environment,
	options: ReadOptions = {},
): Config => {
	const {secrets, providerSecrets, whyMissing, cwd = process.cwd(), isForeign = false} = options;
	const {version = newestVersion(configMigrations)} = options;
	const read = readPage(file, content, {knownKeys: configKeys, isForeign});
	if (read.type === 'broken') {
		return brokenConfig(file, content, read.problems, isForeign);
	}
	const {page} = read;
	const sources = {env, workspaceFolder: cwd};
	const wording = whyMissing === undefined ? {} : {whyMissing};
	// Whoever may use no model at all is told the first problem.
	const unknownKeys = page.unknownKeys.toSorted(
		(one, other) => Number(isLikeProviders(other)) - Number(isLikeProviders(one)),
	);
	const servers = readServers(
		page,
		{...sources, ...(secrets === undefined ? {} : {secrets})},
		{...wording, ...(options.readEnvFile === undefined ? {} : {readEnvFile: options.readEnvFile})},
	);
	const approvals = readApprovals(page, sources);
	const shared = [
		...unknownKeys.map(key => {
			const known = unsupportedKeys(page.content).find(each => each.key === key);
			return known === undefined
				? page.describeKey([key], `unknown key${suggestion(key, configKeys)}`)
				: page.describe([key], known.why);
		}),
		...page.twice,
		...readVersion(page, version),
		...servers.problems,
		...approvals.problems,
	];
	const common = {
		...emptyConfig,
		servers: servers.servers,
		refusedServers: servers.refusedServers,
		neededInputs: servers.neededInputs,
		approvals: approvals.approvals,
	};
	if (isForeign) {
		const foreign = ownKeys
			.filter(page.has)
			.map(key =>
				page.describe([page.spelling(key)], 'counts only in your own configuration; it is left out'),
			);
		return {...common, problems: [...shared, ...foreign]};
	}
	const model = readModel(page);
	const store = readSecretStore(page);
	const {registry, problems: registryProblems} = readRegistry(page);
	const assistants = readAssistants(page);
	const {toolbox, problems: toolboxProblems} = readToolbox(page, env, cwd);
	const custom = readCustomTools(page, {...sources, ...(secrets === undefined ? {} : {secrets})}, wording);
	const {look, problems: lookProblems} = readLook(page);
	const models = readProviders(
		page,
		{...sources, ...(providerSecrets === undefined ? {} : {secrets: providerSecrets})},
		wording,
	);
	const problems = [
		...shared,
		...model.problems,
		...store.problems,
		...assistants.problems,
		...registryProblems,
		...toolboxProblems,
		...custom.problems,
		...lookProblems,
	];
	const named = namedThings(page);
	return {
		...common,
		...(named.length === 0 ? {} : {named}),
		assistants: assistants.assistants,
		refusedAssistants: assistants.refusedAssistants,
		assistantWarnings: assistants.warnings.length === 0 ? undefined : assistants.warnings,
		customTools: custom.customTools,
		refusedCustomTools: custom.refusedCustomTools,
		...(custom.warnings.length === 0 ? {} : {customToolWarnings: custom.warnings}),
		neededInputs: mergeInputs([...common.neededInputs, ...custom.neededInputs]),
		...(model.model === undefined ? {} : {model: model.model}),
		...(store.secretStore === undefined ? {} : {secretStore: store.secretStore}),
		...(store.secretStoreProblem === undefined ? {} : {secretStoreProblem: store.secretStoreProblem}),
		...(registry === undefined ? {} : {registry}),
		...(toolbox === undefined ? {} : {toolbox}),
		look,
		providers: models.providers,
		refusedProviders: models.refusedProviders,
		problems: models.isUnreadable ? [...models.problems, ...problems] : [...problems, ...models.problems],
		...(models.isUnreadable || page.unknownKeys.some(isLikeProviders) ? {hidesProviders: true} : {}),
	};
};
