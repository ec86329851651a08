import {
	type CustomBody,
	type CustomEndpoint,
	type NamedTemplate,
	showAddress,
	showJsonTemplate,
	showTemplate,
} from '../../../../domain/custom-tool.ts';
import type {JsonObject, JsonValue} from '../../../../domain/json.ts';

const showNamed = (fields: readonly NamedTemplate[]): JsonValue =>
	fields.map(({name, value}) => [name, showTemplate(value)]);

const showBody = (body: CustomBody): JsonValue => {
	switch (body.type) {
		case 'json':
			return {json: showJsonTemplate(body.value)};
		case 'form':
			return {form: showNamed(body.fields)};
		case 'text':
			return {text: showTemplate(body.text)};
	}
};

/** Where a custom tool sends its requests and what is in them, as it is written; of headers only the names. */
export const endpointReach = (endpoint: CustomEndpoint): JsonObject => ({
	method: endpoint.method,
	address: showAddress(endpoint),
	query: showNamed(endpoint.query),
	headers: endpoint.headers.map(({name}) => name.toLowerCase()).sort(),
	...(endpoint.body === undefined ? {} : {body: showBody(endpoint.body)}),
	...(endpoint.rest === undefined ? {} : {rest: endpoint.rest}),
});
