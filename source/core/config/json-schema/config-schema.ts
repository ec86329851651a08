import {approvalModes} from '../../../domain/approval.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {keyActions} from '../../../domain/key-choice.ts';
import {imageWays, noticeWays, themeNames} from '../../../domain/look.ts';
import {toolboxToolNames} from '../../../domain/toolbox-tool-names.ts';
import {
	annotationAliases,
	annotationsSchema,
	matcherSchema,
	ruleAliases,
	ruleSchema,
} from '../approval-rule.ts';
import {assistantAliases, assistantSchema, toolChoiceAliases, toolChoiceSchema} from '../assistant-entry.ts';
import {customToolNamePattern} from '../custom/custom-tool-schema.ts';
import {providerAliases, providerNamePattern, providerSchema} from '../provider-entry.ts';
import {configKeys, secretStores} from '../read-config.ts';
import {toolboxAliases, toolboxSchema} from '../read-toolbox.ts';
import {headerNamePattern} from '../secret-text.ts';
import {serverSections} from '../server-sections.ts';
import {customToolDefinitions} from './custom-tool-form.ts';
import {configDefaults, providerDefaults} from './defaults.ts';
import {formOf, namesOf, objectForm, withReferences} from './json-form.ts';
import {
	annotationNotes,
	assistantNotes,
	configNotes,
	inputNotes,
	matcherNotes,
	providerNotes,
	ruleNotes,
	toolboxNotes,
	toolChoiceNotes,
} from './notes.ts';
import {serverDefinitions} from './server-form.ts';

const ref = (name: string): JsonObject => ({$ref: `#/definitions/${name}`});

const byName = (name: string): JsonObject => ({type: 'object', additionalProperties: ref(name)});

const texts: JsonObject = {type: 'array', items: {type: 'string', minLength: 1}};

const definitions = (): JsonObject => ({
	...serverDefinitions(),
	provider: withReferences(
		objectForm(providerSchema, {
			name: 'provider',
			aliases: providerAliases,
			forms: {
				baseUrl: {type: 'string', pattern: String.raw`^\s*[hH][tT][tT][pP][sS]?://\S`},
				headers: {
					...formOf(providerSchema.shape.headers),
					propertyNames: {pattern: headerNamePattern.source},
				},
			},
			notes: providerNotes,
			defaults: providerDefaults,
			isStrict: true,
		}),
	),
	matcher: {
		anyOf: [
			{type: ['string', 'number', 'boolean', 'null']},
			{type: 'array', minItems: 1},
			{
				...objectForm(matcherSchema, {
					name: 'matcher/anyOf/2',
					notes: matcherNotes,
					isStrict: true,
				}),
				minProperties: 1,
			},
		],
	},
	rule: objectForm(ruleSchema, {
		name: 'rule',
		aliases: ruleAliases,
		forms: {
			args: byName('matcher'),
			annotations: objectForm(annotationsSchema, {
				name: 'rule/properties/annotations',
				aliases: annotationAliases,
				notes: annotationNotes,
				isStrict: true,
			}),
		},
		notes: ruleNotes,
		isStrict: true,
	}),
	assistant: objectForm(assistantSchema, {
		name: 'assistant',
		aliases: assistantAliases,
		forms: {
			tools: objectForm(toolChoiceSchema, {
				name: 'assistant/properties/tools',
				aliases: toolChoiceAliases,
				notes: toolChoiceNotes,
				isStrict: true,
			}),
		},
		notes: assistantNotes,
		isStrict: true,
	}),
	...customToolDefinitions(),
	toolbox: objectForm(toolboxSchema, {
		name: 'toolbox',
		aliases: toolboxAliases,
		notes: toolboxNotes,
		isStrict: true,
	}),
});

/** Other programs may say more about an input. */
const input: JsonObject = {
	type: 'object',
	properties: {
		id: {description: inputNotes.id ?? '', type: 'string', minLength: 1},
		type: {description: inputNotes.type ?? '', type: 'string'},
		description: {description: inputNotes.description ?? '', type: 'string'},
		password: {description: inputNotes.password ?? '', type: 'boolean'},
		default: {description: inputNotes.default ?? '', type: 'string'},
	},
	required: ['id'],
};

/** Whether a key can be used is more than a pattern says; this one catches the slips. */
const keyForm: JsonObject = {type: 'string', pattern: '^(?:[?]|esc esc|.*[+].+)$'};

const keyForms: JsonObject = {
	$schema: {type: 'string'},
	version: {type: 'integer', minimum: 1},
	model: {type: 'string', pattern: '\\S'},
	providers: {
		...byName('provider'),
		propertyNames: {pattern: providerNamePattern.source, not: {const: 'demo'}},
	},
	...Object.fromEntries(serverSections.map(section => [section, byName('server')])),
	inputs: {type: 'array', items: input},
	toolApproval: {enum: [...approvalModes]},
	trustedTools: texts,
	trustedServers: texts,
	approvals: {type: 'array', items: ref('rule')},
	reviewResults: texts,
	askOnUntrustedContent: {type: 'boolean'},
	assistants: byName('assistant'),
	secretStore: {enum: [...secretStores]},
	registry: {
		type: 'string',
		pattern: String.raw`^\s*(?:[hH][tT][tT][pP][sS]://|[hH][tT][tT][pP]://(?:localhost|127\.|\[::1\]))[^\s@?#]`,
	},
	toolbox: {anyOf: [{type: 'boolean'}, ref('toolbox')]},
	customTools: {
		...byName('customTool'),
		propertyNames: {pattern: customToolNamePattern.source, not: {enum: [...toolboxToolNames]}},
	},
	theme: {enum: [...themeNames]},
	reducedMotion: {type: 'boolean'},
	screenReader: {type: 'boolean'},
	images: {enum: [...imageWays]},
	notify: {enum: [...noticeWays]},
	keys: {
		type: 'object',
		properties: Object.fromEntries(
			keyActions.map(action => [action, {anyOf: [keyForm, {type: 'array', items: keyForm}]}]),
		),
		additionalProperties: false,
	},
};

/** The JSON Schema of the configuration, for editors, from the same schemas that read it. */
export const createConfigSchema = (): JsonObject => {
	const properties = Object.fromEntries(
		configKeys.map((key): readonly [string, JsonObject] => {
			const form = keyForms[key];
			const description = configNotes[key];
			if (!isJsonObject(form) || description === undefined) {
				throw new Error(`The schema says nothing about ${key}.`);
			}
			const usual = configDefaults[key];
			return [key, {description, ...(usual === undefined ? {} : {default: usual}), ...form}];
		}),
	);
	const others = configKeys.flatMap((key): readonly (readonly [string, JsonObject])[] => {
		const names = namesOf(key, {}).filter(name => name !== key);
		return names.length === 0 ? [] : [[`^(?:${names.join('|')})$`, {$ref: `#/properties/${key}`}]];
	});
	return {
		$schema: 'http://json-schema.org/draft-07/schema#',
		// A path would hold only where the package lies beside the file.
		$id: 'https://cdn.jsdelivr.net/npm/mcp-tui/config.schema.json',
		title: 'The configuration of mcp-tui',
		type: 'object',
		// Editors of JSON with comments look for these.
		allowComments: true,
		allowTrailingCommas: true,
		properties,
		patternProperties: Object.fromEntries(others),
		additionalProperties: false,
		definitions: definitions(),
	};
};
