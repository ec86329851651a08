import {
	findNodeAtLocation,
	getNodeValue,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser';
import {type ApprovalMode, approvalModes} from '../../domain/approval.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {suggestion} from '../../support/nearest.ts';
import {type Complaint, readServerEntry} from './server-entry.ts';

export type Config = {
	readonly servers: readonly ServerConfig[];
	readonly toolApproval?: ApprovalMode;
	readonly trustedTools: readonly string[];
	/** One line each: `file:line:col  place: what is wrong`. What they name is left out, the rest works. */
	readonly problems: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;

const positionAt = (text: string, offset: number): string => {
	const before = text.slice(0, offset);
	const line = before.split('\n').length;
	return `${line}:${offset - before.lastIndexOf('\n')}`;
};

/** `CommaExpected` -> `comma expected` */
const inWords = (name: string): string =>
	name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim();

const knownKeys = ['$schema', 'mcpServers', 'toolApproval', 'trustedTools'];

/** Reads JSON with comments and trailing commas. One bad entry disables only itself. */
export const readConfig = (file: string, content: string, env: Environment): Config => {
	// Some editors begin a file with a byte order mark, which no parser of JSON accepts.
	const text = content.replace(/^\ufeff/, '');
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, {allowTrailingComma: true});
	const problems: string[] = errors.map(
		({error, offset}) => `${file}:${positionAt(text, offset)}  ${inWords(printParseErrorCode(error))}`,
	);
	const complain = (path: readonly (string | number)[], message: string): void => {
		// The nearest place that exists: a missing key is shown at the object that lacks it.
		const places = path.map((_, index) => path.slice(0, path.length - index));
		const node = places
			.map(place => root && findNodeAtLocation(root, [...place]))
			.find(found => found !== undefined);
		problems.push(`${file}:${positionAt(text, node?.offset ?? 0)}  ${path.join('.')}: ${message}`);
	};
	if (root?.type !== 'object') {
		return {
			servers: [],
			trustedTools: [],
			problems: problems.length > 0 ? problems : [`${file}:1:1  expected an object`],
		};
	}
	const top = getNodeValue(root) as Record<string, unknown>;
	for (const key of Object.keys(top).filter(name => !knownKeys.includes(name))) {
		complain([key], `unknown key${suggestion(key, knownKeys)}`);
	}

	const servers: ServerConfig[] = [];
	const entries = top.mcpServers ?? {};
	if (typeof entries === 'object' && entries !== null && !Array.isArray(entries)) {
		for (const [name, entry] of Object.entries(entries)) {
			const result = readServerEntry(name, entry, env);
			const complaints: readonly Complaint[] = result.type === 'server' ? result.warnings : result.complaints;
			for (const {path, message} of complaints) {
				complain(['mcpServers', name, ...path], message);
			}
			if (result.type === 'server') {
				servers.push(result.server);
			}
		}
	} else {
		complain(['mcpServers'], 'expected an object');
	}

	const toolApproval = approvalModes.find(mode => mode === top.toolApproval);
	if (top.toolApproval !== undefined && toolApproval === undefined) {
		complain(['toolApproval'], `expected one of ${approvalModes.join(', ')}`);
	}
	const trusted = top.trustedTools ?? [];
	const isTextList = Array.isArray(trusted) && trusted.every(entry => typeof entry === 'string');
	if (!isTextList) {
		complain(['trustedTools'], 'expected an array of strings');
	}
	return {
		servers,
		...(toolApproval === undefined ? {} : {toolApproval}),
		trustedTools: isTextList ? trusted : [],
		problems,
	};
};
