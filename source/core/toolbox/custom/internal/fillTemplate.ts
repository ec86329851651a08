import type {JsonTemplate, Template} from '../../../../domain/custom-tool.ts';
import type {JsonObject, JsonValue} from '../../../../domain/json.ts';
import {revealSecret, type Secret} from '../../../../domain/secret.ts';
import {mask} from '../../../../support/mask-secrets.ts';

type Encode = (text: string) => string;

/** What a template is filled with. */
export type Filling = {
	readonly values: JsonObject;
	readonly secretText: (secret: Secret, encode: Encode) => string;
	/** It is only looked at, and never sent. */
	readonly isShown?: true;
};

/** What is sent. */
export const forSending = (values: JsonObject): Filling => ({
	values,
	secretText: (secret, encode) => encode(revealSecret(secret)),
});

/** The same as it may be seen. */
export const forShowing = (values: JsonObject): Filling => ({
	values,
	secretText: () => mask,
	isShown: true,
});

const asItIs: Encode = text => text;

export const argumentOf = (values: JsonObject, name: string): JsonValue | undefined =>
	Object.hasOwn(values, name) ? values[name] : undefined;

export const asText = (value: JsonValue): string =>
	typeof value === 'string'
		? value
		: typeof value === 'object' && value !== null
			? JSON.stringify(value)
			: String(value);

/** Every value encoded for its place; undefined when it names an argument that was not given. */
export const fillText = (
	template: Template,
	{values, secretText}: Filling,
	encodeValue: Encode = asItIs,
	encodeWords: Encode = asItIs,
): string | undefined => {
	let text = '';
	for (const part of template) {
		if (part.type === 'text') text += encodeWords(part.text);
		else if (part.type === 'secret') text += secretText(part.secret, encodeValue);
		else {
			const value = argumentOf(values, part.name);
			if (value === undefined || value === null) return undefined;
			text += encodeValue(asText(value));
		}
	}
	return text;
};

/** The same for a place that may be there several times: one text for each item of a list. */
export const fillTexts = (
	template: Template,
	filling: Filling,
	encodeValue: Encode,
	encodeWords: Encode = asItIs,
): readonly string[] => {
	const names = template.flatMap(part => (part.type === 'argument' ? [part.name] : []));
	const [name = ''] = names;
	const value = names.length === 1 ? argumentOf(filling.values, name) : undefined;
	const items: readonly JsonValue[] | undefined = Array.isArray(value) ? value : undefined;
	const fillings =
		items === undefined
			? [filling]
			: items.map(item => ({...filling, values: {...filling.values, [name]: item}}));
	return fillings.flatMap(each => fillText(template, each, encodeValue, encodeWords) ?? []);
};

/** JSON with values of their own types. What names an argument that was not given is left out. */
export const fillJson = (template: JsonTemplate, filling: Filling): JsonValue | undefined => {
	switch (template.type) {
		case 'plain':
			return template.value;
		case 'text': {
			const [only, ...others] = template.template;
			return only?.type === 'argument' && others.length === 0
				? argumentOf(filling.values, only.name)
				: fillText(template.template, filling);
		}
		case 'list':
			return template.items.flatMap(item => {
				const value = fillJson(item, filling);
				return value === undefined ? [] : [value];
			});
		case 'object':
			return Object.fromEntries(
				template.members.flatMap(([key, member]) => {
					const value = fillJson(member, filling);
					return value === undefined ? [] : [[key, value] as const];
				}),
			);
	}
};
