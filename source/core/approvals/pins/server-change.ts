import type {PartChange} from '../../../domain/definition-change.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {maskArguments, maskUrl, showCommand} from '../../../support/mask-secrets.ts';
import {serverPrint} from '../prints.ts';
import {serverReach} from '../server-reach.ts';
import {unreadable} from './definition-parts.ts';
import {differenceOf} from './word-difference.ts';

/** How a server was reached when that was accepted. Values that may be secret are in the print alone. */
export type PinnedReach = {
	/** Empty where it cannot be read. */
	readonly print: string;
	readonly command?: string;
	readonly url?: string;
	/** Names of variables or headers. */
	readonly environment: readonly string[];
};

export const lostReach: PinnedReach = {print: '', environment: []};

export const pinnedReach = (config: ServerConfig, isOwn: boolean): PinnedReach => {
	const print = serverPrint(config, isOwn);
	const reach = serverReach(config, isOwn);
	switch (reach.type) {
		case 'command': {
			const line = showCommand(reach.command, reach.args);
			const folder = reach.cwd ?? reach.folder;
			const command = folder === undefined ? line : `${line}\nin ${maskArguments([folder])[0] ?? ''}`;
			return {print, command, environment: reach.variables};
		}
		case 'url':
			return {print, url: maskUrl(reach.url), environment: reach.headers};
		case 'built-in':
			return {print, environment: []};
	}
};

const unseen = ' (a part that is not shown has changed)';

/** What is different in how a server is reached, from what was accepted. */
export const serverChange = async (
	pinned: PinnedReach,
	config: ServerConfig,
	isOwn: boolean,
): Promise<readonly PartChange[]> => {
	const now = pinnedReach(config, isOwn);
	if (pinned.print === now.print) return [];
	const [shownPart, shownText] =
		now.url === undefined ? (['command', now.command ?? ''] as const) : (['url', now.url] as const);
	if (pinned.print === '')
		return [
			{
				part: shownPart,
				difference: [
					{type: 'removed', text: unreadable},
					{type: 'added', text: shownText},
				],
			},
		];
	const pairs = [
		['command', pinned.command, now.command],
		['url', pinned.url, now.url],
		['environment', pinned.environment.join('\n'), now.environment.join('\n')],
	] as const;
	const changes: PartChange[] = [];
	for (const [part, before = '', after = ''] of pairs) {
		if (before !== after) changes.push({part, difference: await differenceOf(before, after)});
	}
	if (changes.length > 0) return changes;
	return [
		{
			part: shownPart,
			difference: [
				{type: 'same', text: shownText},
				{type: 'added', text: unseen},
			],
		},
	];
};
