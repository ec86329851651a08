import {z} from 'zod';
import type {ServerConfig} from '../../domain/server.ts';
import {showReferences} from './expand-variables.ts';
import {startOf} from './server-way.ts';

const text = z.string().transform(showReferences);

/** As in the schema of an entry, for texts whose references are not filled in. */
const writtenSchema = z.object({
	command: z.union([text, z.array(text)]).optional(),
	server: text.optional(),
	args: z.array(text).default([]),
	env: z
		.record(
			z.string(),
			z.unknown().transform(value => showReferences(String(value))),
		)
		.default({}),
	envFile: z.unknown().optional(),
	cwd: text.optional(),
	url: text.optional(),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Adds how a server is shown, where that differs from how it is reached. */
export const withShownForm = (
	server: ServerConfig,
	written: Readonly<Record<string, unknown>>,
	spelling: (key: string) => string,
): ServerConfig => {
	const keys = Object.keys(writtenSchema.shape);
	const entry = writtenSchema.parse(Object.fromEntries(keys.map(key => [key, written[spelling(key)]])));
	switch (server.type) {
		case 'stdio': {
			const {command, args} = startOf(entry);
			const shown = {command, args, env: entry.env, ...(entry.cwd === undefined ? {} : {cwd: entry.cwd})};
			const {command: real, args: words, env, cwd} = server;
			const plain = {command: real, args: words, env, ...(cwd === undefined ? {} : {cwd})};
			return entry.envFile === undefined && isSame(shown, plain) ? server : {...server, shown};
		}
		case 'http':
		case 'sse':
		case 'ws':
			// A fragment was cut off, which is no reason to show it.
			return entry.url === undefined || entry.url.trim().replace(/#.*$/s, '') === server.url
				? server
				: {...server, shown: {url: entry.url}};
		case 'in-memory':
			return server;
	}
};
