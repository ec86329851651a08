import {z} from 'zod';
import type {ServerConfig} from '../../domain/server.ts';
import {nearest} from '../../support/nearest.ts';
import {expandVariables} from './expand-variables.ts';

/** A complaint about one place of a file. */
export type Complaint = {readonly path: readonly (string | number)[]; readonly message: string};

type Environment = Readonly<Record<string, string | undefined>>;

/** Other clients write seconds or milliseconds. The ranges do not overlap, so both are understood. */
const duration = (fallback: number) =>
	z
		.number()
		.refine(
			value => (value >= 1 && value <= 300) || (value >= 1000 && value <= 300_000),
			'expected 1-300 seconds, or 1000-300000 milliseconds',
		)
		.transform(value => (value <= 300 ? value * 1000 : value))
		.default(fallback);

const entrySchema = z.object({
	type: z.enum(['stdio', 'local']).optional(),
	transport: z.enum(['stdio', 'local']).optional(),
	command: z.string().min(1),
	args: z.array(z.string()).default([]),
	env: z.record(z.string(), z.string()).default({}),
	cwd: z.string().optional(),
	description: z.string().optional(),
	timeout: duration(30_000),
	requestTimeout: duration(60_000),
	disabled: z.boolean().default(false),
});

const knownKeys = Object.keys(entrySchema.shape);

const describe = (issue: z.core.$ZodIssue): string => {
	if (issue.code === 'invalid_type') {
		return `expected ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
	}
	return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
};

/** A record with `${VAR}` filled in; the first unset variable is a complaint about its place. */
const expandAll = (
	values: readonly (readonly [readonly (string | number)[], string])[],
	env: Environment,
): {readonly texts: readonly string[]; readonly complaints: readonly Complaint[]} => {
	const complaints: Complaint[] = [];
	const texts = values.map(([path, value]) => {
		const expanded = expandVariables(value, env);
		if (expanded.type === 'expanded') {
			return expanded.text;
		}
		complaints.push({
			path,
			message: `the variable ${expanded.variable} is not set. Set it, or write \${${expanded.variable}:-default}`,
		});
		return '';
	});
	return {texts, complaints};
};

const unknownKeyComplaints = (entry: object): readonly Complaint[] =>
	Object.keys(entry).flatMap(key => {
		const near = knownKeys.includes(key) ? undefined : nearest(key, knownKeys);
		return near === undefined ? [] : [{path: [key], message: `unknown key; did you mean ${near}?`}];
	});

/** Reads one entry of `mcpServers`. */
export const readServerEntry = (
	name: string,
	entry: unknown,
	env: Environment,
):
	| {readonly type: 'server'; readonly server: ServerConfig; readonly warnings: readonly Complaint[]}
	| {readonly type: 'refused'; readonly complaints: readonly Complaint[]} => {
	if (typeof entry === 'object' && entry !== null && 'url' in entry) {
		const message = 'this version of mcp-tui starts servers by command only; url is not supported yet';
		return {type: 'refused', complaints: [{path: ['url'], message}]};
	}
	const parsed = entrySchema.safeParse(entry);
	if (!parsed.success) {
		const complaints = parsed.error.issues.map(issue => ({
			path: issue.path.map(part => (typeof part === 'number' ? part : String(part))),
			message: describe(issue),
		}));
		const unknown = typeof entry === 'object' && entry !== null ? unknownKeyComplaints(entry) : [];
		return {type: 'refused', complaints: [...complaints, ...unknown]};
	}
	const {command, args, env: ownEnv, cwd, timeout, requestTimeout, disabled} = parsed.data;
	const keys = Object.keys(ownEnv);
	const {texts, complaints} = expandAll(
		[
			[['command'], command],
			...args.map((value, index) => [['args', index], value] as const),
			...Object.entries(ownEnv).map(([key, value]) => [['env', key], value] as const),
			...(cwd === undefined ? [] : [[['cwd'], cwd] as const]),
		],
		env,
	);
	if (complaints.length > 0) {
		return {type: 'refused', complaints};
	}
	const envTexts = texts.slice(1 + args.length, 1 + args.length + keys.length);
	const expandedCwd = cwd === undefined ? undefined : texts.at(-1);
	return {
		type: 'server',
		warnings: typeof entry === 'object' && entry !== null ? unknownKeyComplaints(entry) : [],
		server: {
			name,
			type: 'stdio',
			command: texts[0] ?? command,
			args: texts.slice(1, 1 + args.length),
			env: Object.fromEntries(keys.map((key, index) => [key, envTexts[index] ?? ''])),
			...(expandedCwd === undefined ? {} : {cwd: expandedCwd}),
			connectTimeout: timeout,
			requestTimeout,
			disabled,
		},
	};
};
