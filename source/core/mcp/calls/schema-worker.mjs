// Runs in a thread of its own, so that no schema can hold up the program: the build puts it into the bundle as
// text, and tests run this file. That is why it is JavaScript and imports nothing of ours.
import {parentPort} from 'node:worker_threads';
import {AjvJsonSchemaValidator} from '@modelcontextprotocol/client/validators/ajv';

const maxProblems = 10;
const maxProblemLength = 300;

/** Validators by the number under which the program knows the schema. */
const validators = new Map();

// One engine per schema: an engine remembers schemas by their `$id`, and two servers may use the same one.
const prepare = schema => {
	try {
		return new AjvJsonSchemaValidator().getValidator(schema);
	} catch (error) {
		const message = String(error?.message ?? error).slice(0, maxProblemLength);
		// Who checks is nobody's concern.
		return {why: /ajv/i.test(message) ? 'the schema is invalid' : `the schema is invalid (${message})`};
	}
};

const asProblem = text => {
	const [, path, message] = /^data(\S*) (.*)$/s.exec(text) ?? [undefined, '', text];
	return `${path === '' ? '/' : path}: ${message}`.slice(0, maxProblemLength);
};

const check = (validate, value) => {
	if (typeof validate !== 'function') return {type: 'unusable', why: validate.why};
	const {valid, errorMessage = ''} = validate(value);
	if (valid) return {type: 'valid'};
	const problems = errorMessage.split(/, (?=data[/ ])/, maxProblems);
	return {type: 'invalid', problems: problems.map(asProblem)};
};

parentPort?.on('message', ({schemaId, schema, value, forget}) => {
	if (forget !== undefined) validators.delete(forget);
	if (schema !== undefined) validators.set(schemaId, prepare(schema));
	try {
		parentPort.postMessage(check(validators.get(schemaId), value));
	} catch (error) {
		parentPort.postMessage({
			type: 'unchecked',
			why: `checking it failed (${String(error).slice(0, maxProblemLength)})`,
		});
	}
});
parentPort?.postMessage('ready');
