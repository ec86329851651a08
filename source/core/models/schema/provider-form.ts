import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {applyRules, atMost, modernForm, type Rule} from '../../../domain/schema/modern-form.ts';

const closedArray: Rule = ({items, prefixItems, maxItems}) =>
	items === false
		? {
				change: '`items: false` written as `maxItems`',
				members: {items: {}, maxItems: atMost(maxItems, Array.isArray(prefixItems) ? prefixItems.length : 0)},
			}
		: undefined;

/** Anthropic is known to refuse patterns for names that are valid, such as `^(.*)$`. */
const patternProperties: Rule = ({patternProperties: patterns, additionalProperties}) => {
	if (patterns === undefined) return undefined;
	const schemas = isJsonObject(patterns) ? Object.values(patterns) : [];
	const [only] = schemas;
	return {
		change: '`patternProperties` written as `additionalProperties`',
		members: {
			patternProperties: undefined,
			additionalProperties:
				schemas.length === 1 && !isJsonObject(additionalProperties) && isJsonObject(only) ? only : undefined,
		},
	};
};

/** One schema, not those inside it, in modern form and without what providers refuse: it may say less than it did. */
export const providerForm = (schema: JsonObject, onChange: (change: string) => void): JsonObject =>
	applyRules(modernForm(schema, onChange), [closedArray, patternProperties], onChange);
