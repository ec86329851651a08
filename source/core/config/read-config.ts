import {type ApprovalMode, approvalModes} from '../../domain/approval.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {ProviderSettings, RefusedProvider} from '../../domain/provider-settings.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {nearest, suggestion} from '../../support/nearest.ts';
import type {Complaint, Place} from './complaint.ts';
import {membersOf, parseConfigText, plainValue} from './config-text.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
import {type ProvidersRead, readProviders} from './read-providers.ts';
import {readServerEntry} from './server-entry.ts';
import {serverSections} from './server-sections.ts';

type RefusedServer = {
	readonly name: string;
	readonly file: string;
	readonly disabled: boolean;
	/** As in `Config.problems`. */
	readonly problems: readonly string[];
};

export type Config = {
	readonly servers: readonly ServerConfig[];
	/** Servers whose entries cannot be used. */
	readonly refusedServers: readonly RefusedServer[];
	readonly toolApproval?: ApprovalMode;
	readonly trustedTools: readonly string[];
	/** `provider/model`, or a provider alone. */
	readonly model?: string;
	readonly providers: ReadonlyMap<string, ProviderSettings>;
	/** Providers whose entries cannot be used, on this machine or at all. */
	readonly refusedProviders: readonly RefusedProvider[];
	/** One line each: `file:line:col  place: what is wrong`. What they name is left out, the rest works. */
	readonly problems: readonly string[];
	/** A file could not be read as JSON. What was left of it could mean something else, so nothing of it is used. */
	readonly isBroken?: boolean;
	/** The user's own file may say where models are, and with which key, in a way that cannot be read. */
	readonly hidesProviders?: boolean;
};

type LookUp = (reference: SecretReference) => string | undefined;

export type ReadOptions = {
	/** Looks up `${keychain:name}` and `${input:id}` of servers. */
	readonly secrets?: LookUp;
	/** The same for the providers of models. */
	readonly providerSecrets?: LookUp;
	/** What `${workspaceFolder}` stands for; without it, the folder in which the program runs. */
	readonly cwd?: string;
	/** The file is not the user's own. */
	readonly isForeign?: boolean;
};

/** Where requests go, with the user's keys, is for the user alone to say. */
const modelKeys = ['model', 'providers'];

const knownKeys = [...serverSections, '$schema', 'inputs', 'toolApproval', 'trustedTools', ...modelKeys];

/** VS Code's `inputs` describe what `${input:id}` asks for. */
const inputDescriptions = (inputs: unknown): ReadonlyMap<string, string> =>
	new Map(
		(Array.isArray(inputs) ? inputs : []).flatMap((input: unknown): readonly (readonly [string, string])[] =>
			isJsonObject(input) && typeof input.id === 'string' && typeof input.description === 'string'
				? [[input.id, input.description]]
				: [],
		),
	);

const noProviders: Pick<ProvidersRead, 'providers' | 'refusedProviders'> = {
	providers: new Map(),
	refusedProviders: [],
};

const isLikeProviders = (key: string): boolean => nearest(key, knownKeys) === 'providers';

/** Reads JSON with comments and trailing commas. One bad entry disables only itself. */
export const readConfig = (
	file: string,
	content: string,
	env: Environment,
	{secrets, providerSecrets, cwd = process.cwd(), isForeign = false}: ReadOptions = {},
): Config => {
	const {root, syntaxErrors, duplicates, locate} = parseConfigText(file, content);
	const problems: string[] = [];
	const describe = (path: Place, message: string): string => `${locate(path)}  ${path.join('.')}: ${message}`;
	const complain = (path: Place, message: string): void => {
		problems.push(describe(path, message));
	};
	const top = plainValue(root);
	if (syntaxErrors.length > 0 || !isJsonObject(top)) {
		return {
			servers: [],
			refusedServers: [],
			trustedTools: [],
			...noProviders,
			problems: syntaxErrors.length > 0 ? syntaxErrors : [`${file}:1:1  expected an object`],
			isBroken: true,
			hidesProviders: !isForeign,
		};
	}
	const unknownKeys = Object.keys(top).filter(name => !knownKeys.includes(name));
	// Whoever may use no model at all is told the first problem.
	unknownKeys.sort((one, other) => Number(isLikeProviders(other)) - Number(isLikeProviders(one)));
	for (const key of unknownKeys) {
		complain([key], `unknown key${suggestion(key, knownKeys)}`);
	}
	problems.push(...duplicates);
	const isMisspelt = !isForeign && unknownKeys.some(isLikeProviders);

	const servers: ServerConfig[] = [];
	const refusedServers: RefusedServer[] = [];
	const inputs = inputDescriptions(top.inputs);
	const context = {
		file,
		env,
		workspaceFolder: cwd,
		isForeign,
		describeInput: (id: string) => inputs.get(id),
		...(secrets === undefined ? {} : {secrets}),
	};
	const readEntry = (section: string, name: string, entry: unknown): void => {
		const result = readServerEntry(name, entry, context);
		const lines = (complaints: readonly Complaint[]): readonly string[] =>
			complaints.map(({path, message}) => describe([section, name, ...path], message));
		if (result.type === 'server') {
			servers.push(result.server);
			problems.push(...lines(result.warnings));
			return;
		}
		const {complaints, warnings, disabled} = result;
		refusedServers.push({name, file, disabled, problems: lines(complaints)});
		// What a disabled server lacks on this machine is nobody's trouble until it is enabled.
		const loud = disabled ? complaints.filter(({kind}) => kind === 'malformed') : complaints;
		problems.push(...lines([...loud, ...warnings]));
	};
	for (const section of serverSections.filter(key => Object.hasOwn(top, key))) {
		const node = membersOf(root).find(({key}) => key === section)?.value;
		if (node?.type !== 'object') {
			complain([section], 'expected an object');
		}
		for (const {key: name, value} of membersOf(node)) {
			const isTaken = [...servers, ...refusedServers].some(other => other.name === name);
			if (isTaken) {
				complain(
					[section, name],
					'another section of this file has a server of this name; this one is left out',
				);
			} else {
				readEntry(section, name, plainValue(value));
			}
		}
	}

	const toolApproval = approvalModes.find(mode => mode === top.toolApproval);
	if (top.toolApproval !== undefined && toolApproval === undefined) {
		complain(['toolApproval'], `expected one of ${approvalModes.join(', ')}`);
	}
	const trusted: unknown = top.trustedTools ?? [];
	const isTextList = Array.isArray(trusted) && trusted.every(entry => typeof entry === 'string');
	if (!isTextList) {
		complain(['trustedTools'], 'expected an array of strings');
	}
	const {model} = top;
	const isModel = typeof model === 'string' && model.trim() !== '';
	if (model !== undefined && !isModel && !isForeign) {
		complain(['model'], 'expected provider/model, such as "anthropic/claude-sonnet-5-5"');
	}
	for (const key of isForeign ? modelKeys.filter(name => Object.hasOwn(top, name)) : []) {
		complain([key], 'counts only in your own configuration; it is left out');
	}
	const models = isForeign
		? {...noProviders, problems: [], isUnreadable: false}
		: readProviders(root, describe, {
				env,
				workspaceFolder: cwd,
				...(providerSecrets === undefined ? {} : {secrets: providerSecrets}),
			});
	return {
		servers,
		refusedServers,
		...(isModel && !isForeign ? {model: model.trim()} : {}),
		providers: models.providers,
		refusedProviders: models.refusedProviders,
		...(toolApproval === undefined ? {} : {toolApproval}),
		trustedTools: isTextList ? trusted : [],
		problems: models.isUnreadable ? [...models.problems, ...problems] : [...problems, ...models.problems],
		...(models.isUnreadable || isMisspelt ? {hidesProviders: true} : {}),
	};
};
