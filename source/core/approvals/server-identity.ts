import type {ServerIdentity} from '../../domain/approval.ts';
import type {PartChange} from '../../domain/definition-change.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {maskArguments, maskUrl, showCommand} from '../../support/mask-secrets.ts';
import {serverReach, sourceOf} from './server-reach.ts';

const shownFolder = (folder: string): string => maskArguments([folder])[0] ?? '';

/** `isOwn`: the user's own file names it. Any other belongs to its file and, unless its entry says where it runs, to its folder. */
export const identityOf = (config: ServerConfig, isOwn: boolean): ServerIdentity => {
	const source = isOwn ? undefined : sourceOf(config);
	const reach = serverReach(config, isOwn);
	switch (reach.type) {
		case 'command': {
			const {command, args, cwd, folder, variables} = reach;
			const line = showCommand(command, args);
			const isIn = source !== undefined && cwd === undefined && folder !== undefined;
			return {
				command: cwd === undefined ? line : `${line}\nin ${shownFolder(cwd)}`,
				environment: variables,
				from: isIn ? `${source} in ${shownFolder(folder)}` : source,
			};
		}
		case 'url':
			return {url: maskUrl(reach.url), environment: reach.headers, from: source};
		case 'built-in':
			return {environment: []};
	}
};

const textParts = ['command', 'url', 'from'] as const;

/** As it stands in a file. */
export const identityObject = (identity: ServerIdentity): JsonObject => ({
	...Object.fromEntries(
		textParts.flatMap(name => (identity[name] === undefined ? [] : [[name, identity[name]] as const])),
	),
	environment: [...identity.environment],
});

export const readIdentity = (content: JsonObject): ServerIdentity => {
	const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';
	const [command, url, from] = textParts.map(name => {
		const value = content[name];
		return isText(value) ? value : undefined;
	});
	const names: readonly JsonValue[] = Array.isArray(content.environment) ? content.environment : [];
	return {command, url, from, environment: names.filter(isText)};
};

const unseen = ' (a part that is not shown has changed)';

/** What was and what is, of a server that is not the same any more. */
export const identityChange = (before: ServerIdentity, now: ServerIdentity): readonly PartChange[] => {
	const pairs = [
		['command', before.command, now.command],
		['url', before.url, now.url],
		['environment', before.environment.join('\n'), now.environment.join('\n')],
	] as const;
	const changes = pairs.flatMap(([part, old = '', fresh = '']): readonly PartChange[] => {
		const difference = [{type: 'removed', text: old} as const, {type: 'added', text: fresh} as const].filter(
			({text}) => text !== '',
		);
		return old === fresh ? [] : [{part, difference}];
	});
	if (changes.length > 0) return changes;
	const [part, text] =
		now.url === undefined ? (['command', now.command ?? ''] as const) : (['url', now.url] as const);
	return [
		{
			part,
			difference: [
				{type: 'same', text},
				{type: 'added', text: unseen},
			],
		},
	];
};
