import {type ApprovalMode, approvalModes} from '../../domain/approval.ts';
import {isJsonObject} from '../../domain/json.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {suggestion} from '../../support/nearest.ts';
import type {Complaint, Place} from './complaint.ts';
import {membersOf, parseConfigText, plainValue} from './config-text.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
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
	/** One line each: `file:line:col  place: what is wrong`. What they name is left out, the rest works. */
	readonly problems: readonly string[];
	/** A file could not be read as JSON. What was left of it could mean something else, so nothing of it is used. */
	readonly isBroken?: boolean;
};

export type ReadOptions = {
	/** Looks up `${keychain:name}` and `${input:id}`. */
	readonly secrets?: (reference: SecretReference) => string | undefined;
	/** What `${workspaceFolder}` stands for; without it, the folder in which the program runs. */
	readonly cwd?: string;
	/** The file is not the user's own. */
	readonly isForeign?: boolean;
};

const knownKeys = [...serverSections, '$schema', 'inputs', 'toolApproval', 'trustedTools'];

/** VS Code's `inputs` describe what `${input:id}` asks for. */
const inputDescriptions = (inputs: unknown): ReadonlyMap<string, string> =>
	new Map(
		(Array.isArray(inputs) ? inputs : []).flatMap((input: unknown): readonly (readonly [string, string])[] =>
			isJsonObject(input) && typeof input.id === 'string' && typeof input.description === 'string'
				? [[input.id, input.description]]
				: [],
		),
	);

/** Reads JSON with comments and trailing commas. One bad entry disables only itself. */
export const readConfig = (
	file: string,
	content: string,
	env: Environment,
	{secrets, cwd = process.cwd(), isForeign = false}: ReadOptions = {},
): Config => {
	const {root, syntaxErrors, duplicates, locate} = parseConfigText(file, content);
	const problems: string[] = [...syntaxErrors, ...duplicates];
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
			problems: syntaxErrors.length > 0 ? syntaxErrors : [`${file}:1:1  expected an object`],
			isBroken: true,
		};
	}
	for (const key of Object.keys(top).filter(name => !knownKeys.includes(name))) {
		complain([key], `unknown key${suggestion(key, knownKeys)}`);
	}

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
	return {
		servers,
		refusedServers,
		...(toolApproval === undefined ? {} : {toolApproval}),
		trustedTools: isTextList ? trusted : [],
		problems,
	};
};
