import {readFile} from 'node:fs/promises';
import {assistantsOf, type Loaded, serversOf} from './compose-load.ts';
import {lostPatterns, lostRules} from './core/approvals/lost-holds.ts';
import {serverReach} from './core/approvals/server-reach.ts';
import {parseConfigText, plainValue} from './core/config/config-text.ts';
import {findServerReferences} from './core/config/server-references.ts';
import type {ApprovalRule} from './domain/approval.ts';
import type {Failure} from './domain/failure.ts';
import {isJsonObject} from './domain/json.ts';
import {canonicalJson} from './support/canonical-json.ts';
import {losesServer} from './support/server-pattern.ts';
import {namesServer} from './support/tool-rule.ts';

type Renaming = {readonly from: string; readonly to: string};

type Elsewhere = {
	readonly loaded: Loaded;
	/** In which every exact name is changed with the entry, if there is such a file. */
	readonly rewritten: string | undefined;
	readonly disallowedTools: readonly string[];
};

/** The patterns of `reviewResults` that a file has itself. */
const reviewsIn = async (file: string): Promise<readonly string[]> => {
	// Whoever cannot read it cannot change it either, and says so then.
	const content = plainValue(parseConfigText(file, await readFile(file, 'utf8').catch(() => '{}')).root);
	return findServerReferences(isJsonObject(content) ? content : {})
		.filter(({place, holds}) => holds && place.length === 2)
		.map(({text}) => text);
};

const placeOf = ({place, at}: ApprovalRule): string => (at === undefined ? place : `${place} (${at.file})`);

/** What would no longer hold a server back if it had another name, in places that are not changed with its entry. */
const heldElsewhere = async (
	renaming: Renaming,
	{loaded, rewritten, disallowedTools}: Elsewhere,
): Promise<readonly string[]> => {
	const {config, project} = loaded;
	const rules = [...config.approvals.rules, ...project.approvals.rules];
	const own = rewritten === undefined ? [] : await reviewsIn(rewritten);
	const reviews = [...config.approvals.reviewResults, ...project.approvals.reviewResults].filter(
		pattern => !own.includes(pattern),
	);
	const assistants = assistantsOf(loaded).filter(({source}) => source === undefined || source !== rewritten);
	return [
		...lostRules(rules, renaming, ({at}) => at !== undefined && at.file === rewritten).map(
			rule => `${placeOf(rule)} (${rule.decision})`,
		),
		...lostPatterns(reviews, renaming).map(pattern => `"${pattern}" in reviewResults`),
		...lostPatterns(disallowedTools, renaming).map(pattern => `"${pattern}" in --disallowed-tools`),
		...assistants.flatMap(({name, excludeTools}) =>
			lostPatterns(excludeTools, renaming).map(
				pattern => `"${pattern}" in excludeTools of the assistant ${name}`,
			),
		),
	];
};

/** Why a server must keep its name: under another one something that is held back would not be any more. */
export const whyNotRenamed = async (
	renaming: Renaming,
	elsewhere: Elsewhere,
): Promise<Failure | undefined> => {
	const {from, to} = renaming;
	const held = await heldElsewhere(renaming, elsewhere);
	return held.length === 0
		? undefined
		: {
				code: 'held-by-name',
				message: `"${from}" cannot be called "${to}" yet: ${held.join(', ')} would no longer count for it. Nothing was changed.`,
				hint: `That is not changed along with the server: say the same for "${to}" there, then rename.`,
			};
};

/** Assistants of other files that would do without the server. */
export const assistantsLeft = (
	{from, to}: Renaming,
	{loaded, rewritten}: Pick<Elsewhere, 'loaded' | 'rewritten'>,
): readonly string[] =>
	assistantsOf(loaded)
		.filter(({source}) => source === undefined || source !== rewritten)
		.filter(
			({servers = [], includeTools = [], trustedTools}) =>
				(servers.includes(from) && !servers.includes(to)) ||
				[...includeTools, ...trustedTools].some(pattern => losesServer(pattern, from, to)),
		)
		.map(
			({name, source}) =>
				`The assistant ${name} of ${source ?? 'another file'} still calls it "${from}", which was left as it is.`,
		);

/** Rules that hold back another server which is reached in the same way, and do not count for this one. */
export const rulesOfTwins = (loaded: Loaded, name: string, ownFile: string): readonly string[] => {
	const servers = serversOf(loaded);
	const reachOf = (server: (typeof servers)[number]): string =>
		canonicalJson(serverReach(server, server.source === ownFile));
	const added = servers.find(server => server.name === name);
	const rules = [...loaded.config.approvals.rules, ...loaded.project.approvals.rules].filter(
		({decision, server}) => decision !== 'allow' && server !== undefined && !namesServer(server, name),
	);
	return servers.flatMap(twin => {
		if (added === undefined || twin === added || reachOf(twin) !== reachOf(added)) return [];
		const held = rules.filter(({server = ''}) => namesServer(server, twin.name));
		return held.length === 0
			? []
			: [
					`It is reached like "${twin.name}", but ${held.map(({place, decision}) => `${place} (${decision})`).join(', ')} does not count for "${name}".`,
				];
	});
};
