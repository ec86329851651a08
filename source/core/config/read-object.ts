import type {z} from 'zod';
import {nearest} from '../../support/nearest.ts';
import {type Complaint, malformed, unknownKey} from './complaint.ts';

/** Other names of keys, in camelCase. */
export type Aliases = Readonly<Record<string, string>>;

export type ObjectRead<Output> = {
	/** Undefined when there are complaints. */
	readonly value: Output | undefined;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
	/** How the file spells a key. */
	readonly spelling: (key: string) => string;
};

const articles = /^[aeiou]/;

const expectedNames: Readonly<Record<string, string>> = {record: 'object', int: 'whole number'};

const describeIssue = (issue: z.core.$ZodIssue): string => {
	if (issue.code === 'invalid_type') {
		const expected = expectedNames[issue.expected] ?? issue.expected;
		return `expected ${articles.test(expected) ? 'an' : 'a'} ${expected}`;
	}
	if (issue.code === 'invalid_key') {
		return issue.issues[0]?.message ?? issue.message;
	}
	return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
};

/** The name that the program uses for a key: `env_file` is `envFile`, `transport` is `type`. */
export const canonicalKey = (key: string, known: readonly string[], aliases: Aliases): string | undefined => {
	const camel = key.replaceAll(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
	return known.includes(camel) ? camel : Object.hasOwn(aliases, camel) ? aliases[camel] : undefined;
};

/** Keys of other clients that a user may rely on; what they promise is not given here, so that must be said. */
const unsupported: readonly string[] = ['sandboxEnabled', 'sandbox'];

/** Those that are written and ask for something, with what to say about them. */
export const unsupportedKeys = (written: object): readonly {readonly key: string; readonly why: string}[] =>
	Object.entries(written).flatMap(([key, value]: [string, unknown]) => {
		const isEmpty =
			value === false || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
		return canonicalKey(key, unsupported, {}) === undefined || isEmpty
			? []
			: [{key, why: 'is not supported: servers are started without a sandbox'}];
	});

export type ReadObjectOptions = {
	/** Every unknown key is a complaint: what it was to say could change what the others mean. */
	readonly isStrict?: boolean;
};

/** Reads an object whose keys may be written in several ways. Unknown keys are fine unless they look like a slip. */
export const readObject = <Shape extends z.ZodRawShape>(
	value: unknown,
	schema: z.ZodObject<Shape>,
	aliases: Aliases = {},
	{isStrict = false}: ReadObjectOptions = {},
): ObjectRead<z.output<z.ZodObject<Shape>>> => {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		const complaints = [malformed([], 'expected an object')];
		return {value: undefined, complaints, warnings: [], spelling: key => key};
	}
	const known = Object.keys(schema.shape);
	const written = new Map<string, string>();
	const entries: (readonly [string, unknown])[] = [];
	const complaints: Complaint[] = [];
	const warnings: Complaint[] = [];
	for (const [key, item] of Object.entries(value)) {
		const name = canonicalKey(key, known, aliases);
		const other = name === undefined ? undefined : written.get(name);
		if (name === undefined) {
			const near = nearest(key, [...known, ...Object.keys(aliases)]);
			if (isStrict) {
				complaints.push(unknownKey([key], near));
			} else if (near !== undefined) {
				warnings.push(unknownKey([key], near));
			}
		} else if (other === undefined) {
			written.set(name, key);
			entries.push([name, item]);
		} else {
			complaints.push(malformed([key], `says the same as ${other}; keep one of them`));
		}
	}
	const spelling = (key: string): string => written.get(key) ?? key;
	const parsed = schema.safeParse(Object.fromEntries(entries));
	if (!parsed.success) {
		for (const issue of parsed.error.issues) {
			const [first, ...rest] = issue.path.map(part => (typeof part === 'number' ? part : String(part)));
			const path = first === undefined ? [] : [typeof first === 'string' ? spelling(first) : first, ...rest];
			complaints.push(malformed(path, describeIssue(issue)));
		}
	}
	return {value: complaints.length > 0 ? undefined : parsed.data, complaints, warnings, spelling};
};
