import type {Client} from '@modelcontextprotocol/client';
import {type Skill, SkillsClient, SkillVerificationError} from '@modelcontextprotocol/client/ext/skills';
import type {Fetched, SkillList, SkillText} from '../../../domain/catalogue.ts';
import {describeError, type Failure} from '../../../domain/failure.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {withOneErrorCode} from '../calls/error-data.ts';
import type {RequestTarget} from '../calls/request-target.ts';

const shownInvalid = 3;

/** What was listed last, so that a text can be compared with it. It ends with the connection, and so does the client. */
const listedSkills = new WeakMap<Client, Map<string, Skill>>();

const skillsOf = (client: Client) => new SkillsClient(client, {skipInvalid: true});

/** The skills of a server. Nothing of them is fetched. */
export const listSkills = async (
	{client, config}: RequestTarget,
	signal: AbortSignal,
): Promise<Fetched<SkillList>> => {
	const offering = skillsOf(client);
	// Asked anyway, the client would write a line over the screen.
	if (!offering.supported) return {type: 'fetched', value: {skills: []}, raw: {skills: []}};
	try {
		const {skills, invalid} = await offering.list({}, {signal, timeout: config.requestTimeout});
		listedSkills.set(client, new Map(skills.map(skill => [skill.uri, skill])));
		const reasons = invalid.slice(0, shownInvalid).map(({reason}) => reason);
		const offered = skills.map(({uri, frontmatter, resources}) => ({
			uri,
			name: frontmatter.name,
			description: frontmatter.description,
			fileCount: Array.isArray(resources) ? resources.length : 0,
		}));
		const note =
			invalid.length === 0
				? {}
				: {note: `${invalid.length} invalid skills were left out: ${reasons.join('; ')}`};
		return {type: 'fetched', value: {skills: offered, ...note}, raw: {skills: offered}};
	} catch (error) {
		if (signal.aborted) return {type: 'cancelled'};
		return {
			type: 'failed',
			failure: {
				code: 'skills-not-listed',
				message: `The skills of server "${config.name}" could not be listed: ${withOneErrorCode(describeError(error))}`,
				hint: 'Its tools work without them.',
			},
		};
	}
};

const readFailure = (server: string, uri: string, error: unknown): Failure =>
	error instanceof SkillVerificationError
		? {
				code: 'skill-changed',
				message: `Server "${server}" sent another text for skill ${uri} than it had listed (${error.reason}): ${error.message}`,
				hint: 'The text was not used. List the skills again; if it happens again, ask whoever runs the server.',
			}
		: {
				code: 'skill-not-read',
				message: `Skill ${uri} of server "${server}" could not be read: ${withOneErrorCode(describeError(error))}`,
				hint: 'List the skills of the server again.',
			};

/** One file of a skill, its SKILL.md without `file`. It is refused when it is not what was listed. */
export const readSkill = async (
	{client, config}: RequestTarget,
	uri: string,
	file: string | undefined,
	signal: AbortSignal,
): Promise<Fetched<SkillText>> => {
	const limits = {signal, timeout: config.requestTimeout};
	const skills = skillsOf(client);
	try {
		const skill = listedSkills.get(client)?.get(uri) ?? (await skills.get(uri, limits)).skill;
		const {text, verified} = await skills.read(skill, file, limits);
		if (text !== undefined) return {type: 'fetched', value: {text, verified}, raw: {text, verified}};
		return {
			type: 'failed',
			failure: {
				code: 'skill-not-text',
				message: `File "${file ?? 'SKILL.md'}" of skill ${uri} on server "${config.name}" is not a text.`,
				hint: 'Read it as a resource.',
			},
		};
	} catch (error) {
		if (signal.aborted) return {type: 'cancelled'};
		return {type: 'failed', failure: readFailure(config.name, uri, error)};
	}
};

/** A resource that was listed as a skill, which is refused like one; undefined for any other. */
export const readListedSkill = async (
	target: RequestTarget,
	uri: string,
	signal: AbortSignal,
): Promise<Fetched<readonly ToolContent[]> | undefined> => {
	if (listedSkills.get(target.client)?.has(uri) !== true) return undefined;
	const read = await readSkill(target, uri, undefined, signal);
	return read.type === 'fetched'
		? {...read, value: [{type: 'resource', uri, mimeType: 'text/markdown', text: read.value.text}]}
		: read;
};
