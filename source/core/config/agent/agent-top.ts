import {z} from 'zod';
import {type Complaint, malformed} from '../complaint.ts';
import {readObject} from '../read-object.ts';
import {serverSections} from '../server-sections.ts';

export type AgentTop = {
	/** What the file has, by the names that the program uses; the values are not read yet. */
	readonly nodes: Readonly<Record<string, unknown>>;
	readonly spelling: (key: string) => string;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

const usedKeys = [
	'name',
	'description',
	'model',
	'instructions',
	'tools',
	'toolApproval',
	'trustedTools',
	'askOnUntrustedContent',
];

/** Parts of the format that are for other programs. */
const otherKeys = [
	'author',
	'deployment',
	'embeddingProvider',
	'evaluations',
	'execution',
	'metadata',
	'observability',
	'responseFormat',
	'schema',
	'session',
	'testCases',
	'version',
];

/** What would let a file that is not the user's own decide more than it may. */
const ownKeys = ['approvals', 'reviewResults', 'trustedServers', 'providers', 'assistants'];

const schema = z.object(
	Object.fromEntries([...usedKeys, ...otherKeys, ...ownKeys].map(key => [key, z.unknown().optional()])),
);

/** Sorts the members of an agent file into those that count and those that do not. */
export const readAgentTop = (members: ReadonlyMap<string, unknown>): AgentTop => {
	const section = serverSections.find(key => members.has(key));
	if (section !== undefined && !members.has('tools')) {
		const message =
			'belongs to a configuration file: use it with --mcp-config, or list the servers under tools, each with type: mcp';
		return {nodes: {}, spelling: key => key, complaints: [malformed([section], message)], warnings: []};
	}
	const {value, complaints, warnings, spelling} = readObject(Object.fromEntries(members), schema);
	const isThere = (key: string): boolean => members.has(spelling(key));
	return {
		nodes: value ?? {},
		spelling,
		complaints,
		warnings: [
			...warnings,
			...otherKeys.filter(isThere).map(key => malformed([spelling(key)], 'is not used here')),
			...ownKeys
				.filter(isThere)
				.map(key => malformed([spelling(key)], 'counts only in your own configuration; it is left out')),
		],
	};
};
