import type {DraftArgument, DraftSetting, DraftText, WantedValue} from '../../domain/server-registry.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {RegistryArgument, RegistryInput, RegistrySetting} from './registry-shapes.ts';

const maxLabel = 80;
const maxNote = 300;

export const shortLine = (text: string, length: number): string => {
	const line = sanitiseLine(text).trim();
	return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
};

/** Thrown where an entry cannot be used; the message continues a sentence. */
export class UnusableEntry extends Error {
	override readonly name = 'UnusableEntry';
}

/**
 * The configuration fills in `${...}` with the user's variables, secrets and what commands print. Nobody else may write
 * that into it, nor anything that the screen does not show as it is.
 */
const plainText = (text: string): string => {
	if (/\$\{|\{env:/i.test(text)) throw new UnusableEntry('it names variables or secrets of yours');
	if (sanitiseLine(text) !== text) throw new UnusableEntry('there are hidden characters in it');
	return text;
};

/** A piece of a text: together with its neighbours, too, it must not become what `plainText` refuses. */
const plainPiece = (text: string): string => {
	if (/[${}]/.test(text)) throw new UnusableEntry('there is a $ or a brace in a variable of it');
	return plainText(text);
};

/** `{` or `{env` just before a variable. */
const openBrace = /\{(?:e(?:nv?)?)?$/i;

type Described = Omit<RegistryInput, 'variables' | 'value'>;

const toWanted = (
	id: string,
	label: string,
	input: Described,
	plain: (text: string) => string,
): WantedValue => {
	const {description, placeholder, choices = []} = input;
	return {
		id,
		label: shortLine(label, maxLabel),
		...(description === undefined ? {} : {description: shortLine(description, maxNote)}),
		isRequired: input.isRequired,
		isSecret: input.isSecret,
		...(input.default === undefined ? {} : {fallback: plain(input.default)}),
		...(placeholder === undefined ? {} : {example: shortLine(placeholder, maxNote)}),
		...(choices.length === 0 ? {} : {choices: choices.map(plain)}),
	};
};

/** Collects what has to be asked while the texts of an entry are taken apart. */
export const createDraftValues = () => {
	const wanted = new Map<string, WantedValue>();

	const want = (id: string, label: string, input: Described, plain = plainText): DraftText => {
		wanted.set(id, toWanted(id, label, input, plain));
		return [{wanted: id}];
	};

	/** `Bearer {token}` with a variable `token`. Braces that name no variable are a part of the text. */
	const withVariables = (
		text: string,
		variables: Readonly<Record<string, Described & {readonly value?: string | undefined}>>,
		place: string,
	): DraftText =>
		plainText(text)
			.split(/(\{[^{}]*\})/)
			.filter(piece => piece !== '')
			.flatMap((piece, index, pieces): DraftText => {
				const name = /^\{(.*)\}$/s.exec(piece)?.[1];
				const input = name === undefined || !Object.hasOwn(variables, name) ? undefined : variables[name];
				if (name === undefined || input === undefined) return [piece];
				if (openBrace.test(pieces[index - 1] ?? ''))
					throw new UnusableEntry('there is a brace before a variable');
				if (input.value !== undefined) return [plainPiece(input.value)];
				return want(`${place}{${name}}`, name, input, plainPiece);
			});

	const textOf = (input: RegistryInput, place: string, label: string): DraftText =>
		input.value === undefined
			? want(place, label, input)
			: withVariables(input.value, input.variables, place);

	const setting = (input: RegistrySetting, kind: 'env' | 'header'): DraftSetting => ({
		name: plainText(input.name),
		text: textOf(input, `${kind}:${input.name}`, input.name),
	});

	/** A flag without anything to say about its value is a flag alone. */
	const isBareFlag = (input: RegistryArgument): boolean =>
		input.type === 'named' &&
		input.value === undefined &&
		input.default === undefined &&
		input.placeholder === undefined &&
		input.choices === undefined &&
		!input.isSecret &&
		input.description === undefined;

	const argument = (input: RegistryArgument, place: string): DraftArgument => {
		if (input.type === 'positional') {
			return {words: [textOf(input, place, input.valueHint ?? 'argument')]};
		}
		const name = plainText(input.name);
		if (isBareFlag(input)) return {words: [[name]]};
		const value = textOf(input, place, name);
		return {words: name.endsWith('=') ? [[name, ...value]] : [[name], value]};
	};

	return {wanted: (): readonly WantedValue[] => [...wanted.values()], withVariables, setting, argument};
};
