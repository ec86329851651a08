import {openAiSchemaFaults, type SchemaFault, strictFunctionFaults} from './strict-tool-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A refusal of OpenAI: what is wrong, and the member that it is about. */
export type OpenAiProblem = {readonly message: string; readonly param?: string; readonly code?: string};

/** The answer that goes with a problem. */
export const openAiRefusal = ({message, param, code}: OpenAiProblem) => ({
	status: 400,
	body: {error: {message, type: 'invalid_request_error', param: param ?? null, code: code ?? null}},
});

/** A path as the API prints it: a Python tuple. */
const tuple = (path: readonly string[]): string =>
	`(${path.map(step => `'${step}'`).join(', ')}${path.length === 1 ? ',' : ''})`;

const schemaProblem = (name: string, param: string, {path, fault}: SchemaFault): OpenAiProblem => ({
	message: fault.startsWith('schema must')
		? `Invalid schema for function '${name}': ${fault}.`
		: `Invalid schema for function '${name}': In context=${tuple(path)}, ${fault}.`,
	param,
	code: 'invalid_function_parameters',
});

const tooLong = (param: string, limit: number, length: number): OpenAiProblem => ({
	message: `Invalid '${param}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
	param,
	code: 'string_above_max_length',
});

/** A function that is offered to the model. `at` is the member that holds it. `strict` is how it is without saying so. */
const checkFunction = (offered: Json, at: string, strict: boolean): readonly OpenAiProblem[] => {
	const {name, description, parameters} = offered;
	const problems: OpenAiProblem[] = [];
	if (typeof name !== 'string') {
		return [
			{
				message: `Missing required parameter: '${at}.name'.`,
				param: `${at}.name`,
				code: 'missing_required_parameter',
			},
		];
	}
	if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
		problems.push({
			message: `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
			param: `${at}.name`,
			code: 'invalid_value',
		});
	}
	if (name.length > 64) problems.push(tooLong(`${at}.name`, 64, name.length));
	if (description !== undefined && typeof description !== 'string') {
		problems.push({
			message: `Invalid type for '${at}.description': expected a string.`,
			param: `${at}.description`,
			code: 'invalid_type',
		});
	}
	if (typeof description === 'string' && description.length > 1024) {
		problems.push(tooLong(`${at}.description`, 1024, description.length));
	}
	const isStrict = offered.strict === undefined || offered.strict === null ? strict : offered.strict === true;
	const faults = [...openAiSchemaFaults(parameters), ...(isStrict ? strictFunctionFaults(parameters) : [])];
	return [...problems, ...faults.map(fault => schemaProblem(name, `${at}.parameters`, fault))];
};

/** The tools of a request; `functionOf` finds the function in an entry. */
export const checkOpenAiTools = (
	tools: unknown,
	form: {readonly nested: boolean; readonly strict: boolean},
): readonly OpenAiProblem[] => {
	if (tools === undefined) return [];
	if (!Array.isArray(tools)) {
		return [
			{
				message: "Invalid type for 'tools': expected an array of objects.",
				param: 'tools',
				code: 'invalid_type',
			},
		];
	}
	const problems: OpenAiProblem[] = [];
	if (tools.length === 0) {
		problems.push({
			message:
				"Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
			param: 'tools',
			code: 'empty_array',
		});
	}
	if (tools.length > 128) {
		problems.push({
			message: `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
			param: 'tools',
			code: 'array_above_max_length',
		});
	}
	const names = new Set<unknown>();
	for (const [index, tool] of tools.entries()) {
		const at = form.nested ? `tools[${index}].function` : `tools[${index}]`;
		const offered: unknown = isObject(tool) && form.nested ? tool.function : tool;
		if (!isObject(tool) || tool.type !== 'function' || !isObject(offered)) {
			problems.push({
				message: `Missing required parameter: '${at}'.`,
				param: at,
				code: 'missing_required_parameter',
			});
			continue;
		}
		if (names.has(offered.name)) {
			problems.push({message: `Tool names must be unique: '${String(offered.name)}'.`, param: 'tools'});
		}
		names.add(offered.name);
		problems.push(...checkFunction(offered, at, form.strict));
	}
	return problems;
};

/** Arguments as a call in the history carries them. Compatible servers read them as JSON, so they have to be. */
export const checkCallArguments = (value: unknown, at: string): readonly OpenAiProblem[] => {
	if (typeof value !== 'string') {
		return [{message: `Invalid type for '${at}': expected a string.`, param: at, code: 'invalid_type'}];
	}
	try {
		if (isObject(JSON.parse(value))) return [];
	} catch {
		// Told below, as any other text that is no object.
	}
	return [
		{message: `Invalid '${at}': expected a string with a JSON object.`, param: at, code: 'invalid_value'},
	];
};

export const checkImageUrl = (url: unknown, at: string): readonly OpenAiProblem[] => {
	if (typeof url === 'string' && /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(url))
		return [];
	return [
		{
			message:
				"You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
			param: at,
			code: 'invalid_image_format',
		},
	];
};

export const checkToolChoice = (choice: unknown, tools: unknown): readonly OpenAiProblem[] =>
	choice !== undefined && choice !== null && !(Array.isArray(tools) && tools.length > 0)
		? [{message: "'tool_choice' is only allowed when 'tools' are specified.", param: 'tool_choice'}]
		: [];
