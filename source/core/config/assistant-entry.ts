import {dirname, resolve} from 'node:path';
import {z} from 'zod';
import {approvalModes} from '../../domain/approval.ts';
import type {Assistant} from '../../domain/assistant.ts';
import type {Failure} from '../../domain/failure.ts';
import {badInstructions} from './agent/bad-instructions.ts';
import {describeUnreadable} from './agent/describe-unreadable.ts';
import {type Complaint, malformed} from './complaint.ts';
import {type Aliases, readObject} from './read-object.ts';

/** As the configuration has it: what a file of its own says is read when the assistant is chosen. */
export type ConfiguredAssistant = Assistant & {
	/** In full. */
	readonly instructionsFile?: string;
};

export type AssistantRead =
	| {
			readonly type: 'assistant';
			readonly assistant: ConfiguredAssistant;
			readonly warnings: readonly Complaint[];
	  }
	| {readonly type: 'refused'; readonly complaints: readonly Complaint[]};

const text = z.string().refine(value => value.trim() !== '', 'must not be empty');

const texts = z.array(text);

export const toolChoiceSchema = z.object({include: texts.optional(), exclude: texts.optional()});

export const toolChoiceAliases: Aliases = {includeTools: 'include', excludeTools: 'exclude'};

/** An entry of `assistants`, by the names that the program uses. */
export const assistantSchema = z.object({
	description: text.optional(),
	/** JSON has no texts of several lines, so that an array of lines is one too. */
	instructions: z
		.union([text, texts.min(1, 'must not be empty')], {error: 'expected a string or an array of strings'})
		.optional(),
	instructionsFile: text.optional(),
	model: z
		.string()
		.trim()
		.regex(
			/^[A-Za-z0-9][\w.-]*(?:\/\S.*)?$/,
			'expected provider/model, such as "anthropic/claude-sonnet-5-5"',
		)
		.optional(),
	temperature: z.number().min(0, 'expected 0 to 2').max(2, 'expected 0 to 2').optional(),
	maxTokens: z.number().int('expected a whole number').min(1, 'expected at least 1').optional(),
	servers: texts.optional(),
	tools: z.unknown().optional(),
	includeTools: texts.optional(),
	excludeTools: texts.optional(),
	toolApproval: z.enum(approvalModes, {error: `expected one of ${approvalModes.join(', ')}`}).optional(),
	trustedTools: texts.optional(),
	askOnUntrustedContent: z.boolean({error: 'expected true or false'}).optional(),
});

export const assistantAliases: Aliases = {
	systemPrompt: 'instructions',
	serverIds: 'servers',
	mcpServers: 'servers',
};

const readChoice = (written: unknown, spelling: string) => {
	if (written === undefined) return {value: {}, complaints: [], warnings: []};
	const {value, complaints, warnings} = readObject(written, toolChoiceSchema, toolChoiceAliases);
	const at = (found: readonly Complaint[]): readonly Complaint[] =>
		found.map(complaint => ({
			...complaint,
			path: [spelling, ...complaint.path],
			message:
				complaint.path.length === 0
					? 'expected an object such as {"include": ["files__*"], "exclude": []}'
					: complaint.message,
		}));
	return {value, complaints: at(complaints), warnings: at(warnings)};
};

/** Reads one entry of `assistants`. */
export const readAssistantEntry = (name: string, written: unknown, file: string): AssistantRead => {
	const {
		value: entry,
		complaints,
		warnings,
		spelling,
	} = readObject(written, assistantSchema, assistantAliases);
	const tools = readChoice(entry?.tools, spelling('tools'));
	const isTwice = (key: 'includeTools' | 'excludeTools', inner: 'include' | 'exclude'): boolean =>
		entry?.[key] !== undefined && tools.value?.[inner] !== undefined;
	const found = [
		...complaints,
		...tools.complaints,
		...(name.trim() === '' ? [malformed([], 'an assistant needs a name')] : []),
		...(entry?.instructions !== undefined && entry.instructionsFile !== undefined
			? [
					malformed(
						[spelling('instructionsFile')],
						`cannot be combined with ${spelling('instructions')}; keep one of them`,
					),
				]
			: []),
		...(isTwice('includeTools', 'include')
			? [
					malformed(
						[spelling('includeTools')],
						`says the same as ${spelling('tools')}.include; keep one of them`,
					),
				]
			: []),
		...(isTwice('excludeTools', 'exclude')
			? [
					malformed(
						[spelling('excludeTools')],
						`says the same as ${spelling('tools')}.exclude; keep one of them`,
					),
				]
			: []),
	];
	if (entry === undefined || found.length > 0) {
		// A slip of the pen is often why something else is wrong.
		return {type: 'refused', complaints: [...found, ...warnings, ...tools.warnings]};
	}
	const {instructions, instructionsFile} = entry;
	const includeTools = entry.includeTools ?? tools.value?.include;
	return {
		type: 'assistant',
		assistant: {
			name,
			...(entry.description === undefined ? {} : {description: entry.description}),
			...(instructions === undefined
				? {}
				: {instructions: typeof instructions === 'string' ? instructions : instructions.join('\n')}),
			...(instructionsFile === undefined ? {} : {instructionsFile: resolve(dirname(file), instructionsFile)}),
			...(entry.model === undefined ? {} : {model: entry.model}),
			...(entry.temperature === undefined ? {} : {temperature: entry.temperature}),
			...(entry.maxTokens === undefined ? {} : {maxTokens: entry.maxTokens}),
			...(entry.servers === undefined ? {} : {servers: entry.servers}),
			...(includeTools === undefined ? {} : {includeTools}),
			excludeTools: entry.excludeTools ?? tools.value?.exclude ?? [],
			...(entry.toolApproval === undefined ? {} : {toolApproval: entry.toolApproval}),
			trustedTools: entry.trustedTools ?? [],
			askOnUntrustedContent: entry.askOnUntrustedContent,
			source: file,
		},
		warnings: [...warnings, ...tools.warnings],
	};
};

export type CompletedAssistant =
	| {readonly type: 'assistant'; readonly assistant: Assistant}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Reads the instructions that an assistant keeps in a file of their own. */
export const readInstructions = async (
	{instructionsFile, ...assistant}: ConfiguredAssistant,
	readText: (path: string) => Promise<string>,
): Promise<CompletedAssistant> => {
	if (instructionsFile === undefined) {
		return {type: 'assistant', assistant};
	}
	const refuse = (why: string): CompletedAssistant => ({
		type: 'refused',
		failure: {
			code: 'bad-assistant',
			message: `The assistant "${assistant.name}" cannot be used: ${why}.`,
			hint: `It is named as instructionsFile in ${assistant.source ?? 'the configuration'}.`,
		},
	});
	try {
		const instructions = await readText(instructionsFile);
		const bad = badInstructions(instructions);
		return bad === undefined
			? {type: 'assistant', assistant: {...assistant, instructions}}
			: refuse(`${instructionsFile} ${bad}`);
	} catch (error) {
		return refuse(describeUnreadable(instructionsFile, error));
	}
};
