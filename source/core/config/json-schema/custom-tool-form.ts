import {customMethods} from '../../../domain/custom-tool.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {annotationAliases, annotationsSchema} from '../approval-rule.ts';
import {
	customToolAliases,
	customToolSchema,
	endpointAliases,
	endpointSchema,
	resultAliases,
	resultForms,
	resultSchema,
} from '../custom/custom-tool-schema.ts';
import {headerNamePattern} from '../secret-text.ts';
import {customToolDefaults, endpointDefaults} from './defaults.ts';
import {formOf, loosely, objectForm, withReferences} from './json-form.ts';
import {annotationNotes, customToolNotes, endpointNotes, resultNotes} from './notes.ts';

const ref = (name: string): JsonObject => ({$ref: `#/definitions/${name}`});

const url: JsonObject = {type: 'string', pattern: String.raw`^\s*[hH][tT][tT][pP][sS]?://\S`};

const endpoint = (): JsonObject =>
	objectForm(endpointSchema, {
		name: 'customEndpoint',
		aliases: endpointAliases,
		forms: {
			method: {type: 'string', pattern: loosely(customMethods)},
			url,
			headers: {
				...formOf(endpointSchema.shape.headers),
				propertyNames: {pattern: headerNamePattern.source},
			},
			body: {},
		},
		notes: endpointNotes,
		defaults: endpointDefaults,
		isStrict: true,
	});

const tool = (): JsonObject =>
	objectForm(customToolSchema, {
		name: 'customTool',
		aliases: customToolAliases,
		forms: {
			parameters: {type: 'object'},
			endpoint: {anyOf: [withReferences(url), ref('customEndpoint')]},
			result: {anyOf: [{enum: [...resultForms]}, ref('customResult')]},
			annotations: objectForm(annotationsSchema, {
				name: 'customTool/properties/annotations',
				aliases: annotationAliases,
				notes: annotationNotes,
				isStrict: true,
			}),
		},
		notes: customToolNotes,
		defaults: customToolDefaults,
		isStrict: true,
	});

/** The definitions of a custom tool and of what it is made of. */
export const customToolDefinitions = (): JsonObject => {
	const form = withReferences(endpoint());
	return {
		customTool: tool(),
		customEndpoint: isJsonObject(form) ? form : {},
		customResult: objectForm(resultSchema, {
			name: 'customResult',
			aliases: resultAliases,
			notes: resultNotes,
			isStrict: true,
		}),
	};
};
