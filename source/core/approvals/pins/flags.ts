import {isInstructions} from '../../../domain/server-instructions.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {findHidden, type HiddenCharacters} from './hidden-characters.ts';
import {findSuspiciousPhrases} from './suspicious-phrases.ts';

/** As much text of a schema as is looked at: more than a server can get into one. */
const maxSchemaText = 300_000;
const maxFlags = 10;
const shownName = 60;

/** Every text in a schema, names of properties too: a model reads them all. */
const textsIn = (schema: unknown): string => {
	const texts: string[] = [];
	const open: unknown[] = [schema];
	let size = 0;
	for (let value = open.pop(); value !== undefined && size < maxSchemaText; value = open.pop()) {
		if (typeof value === 'string') {
			texts.push(value);
			size += value.length;
		} else if (typeof value === 'object' && value !== null) {
			const isList = Array.isArray(value);
			for (const [key, child] of Object.entries(value)) {
				if (!isList) {
					texts.push(key);
					size += key.length;
				}
				open.push(child ?? null);
				if (size >= maxSchemaText) break;
			}
		}
	}
	// A stop in between: no sentence reaches over the end of a text.
	return texts.join('. ');
};

const kinds: Readonly<Record<HiddenCharacters['kind'], string>> = {
	invisible: 'invisible characters',
	bidi: 'characters that change the direction of text',
	control: 'control characters',
};

const fieldsOf = (tool: ToolDefinition): readonly (readonly [field: string, text: string])[] =>
	isInstructions(tool)
		? [['instructions', tool.description]]
		: [
				['name', tool.tool],
				['title', [tool.title, tool.annotations?.title].filter(title => title !== undefined).join('. ')],
				['description', tool.description],
				['parameters', textsIn(tool.inputSchema)],
				['result schema', tool.outputSchema === undefined ? '' : textsIn(tool.outputSchema)],
			];

/** Those that are many. */
const plurals: ReadonlySet<string> = new Set(['parameters', 'instructions']);

const known = new WeakMap<ToolDefinition, readonly string[]>();

/** What is suspicious about a definition by itself, a sentence each. */
export const flagsOfDefinition = (tool: ToolDefinition): readonly string[] => {
	const before = known.get(tool);
	if (before !== undefined) return before;
	const flags = fieldsOf(tool).flatMap(([field, text]) => {
		const verb = plurals.has(field) ? 'contain' : 'contains';
		return [
			...findHidden(text).map(({kind, example}) => `Its ${field} ${verb} ${kinds[kind]} (${example}).`),
			...findSuspiciousPhrases(text).map(
				({says, words}) =>
					`A text in its ${field} ${says}${words === undefined ? '' : `: "${sanitiseLine(words)}"`}.`,
			),
		];
	});
	const shown = flags.slice(0, maxFlags);
	known.set(tool, shown);
	return shown;
};

/** The name of a tool resembles that of another server's. */
export const shadowFlag = (own: string, other: {readonly server: string; readonly tool: string}): string => {
	const show = (text: string): string => sanitiseLine(text).slice(0, shownName);
	return own === other.tool
		? `Server "${show(other.server)}" has a tool of the same name.`
		: `Its name can be taken for "${show(other.tool)}" of server "${show(other.server)}".`;
};
