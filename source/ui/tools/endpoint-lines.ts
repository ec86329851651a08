import {
	type CustomBody,
	type CustomExchange,
	type CustomToolView,
	showAddress,
	showJsonTemplate,
	showTemplate,
} from '../../domain/custom-tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {formatBytes, formatDuration, formatMoment} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';

const safe = (text: string): string => sanitiseLine(reveal(text));
const strong = (text: string): Line => ({text, tone: 'strong'});
const empty: Line = {text: ''};

const fact = (name: string, text: string): Line => ({
	label: `${name}  `.padStart(12),
	labelTone: 'dim',
	text: safe(text),
});

const bodyLines = (body: CustomBody): readonly Line[] => {
	switch (body.type) {
		case 'json':
			return [fact('body', JSON.stringify(showJsonTemplate(body.value)))];
		case 'text':
			return [fact('body', showTemplate(body.text))];
		case 'form':
			return body.fields.map(({name, value}) => fact('form', `${name}: ${showTemplate(value)}`));
	}
};

const restNotes = {
	query: 'arguments that nothing names go into the query',
	body: 'arguments that nothing names go into the body, as JSON',
} as const;

const resultNote = ({as, path}: CustomToolView['tool']['result']): string => {
	const form = {auto: 'JSON where the answer is JSON, else text', text: 'text, as it comes', json: 'JSON'}[
		as
	];
	return path === undefined ? form : `${path.written} of the answer${as === 'json' ? ', as JSON' : ''}`;
};

const outcomeOf = ({
	answer,
	error,
}: CustomExchange): {readonly icon: string; readonly tone: 'good' | 'bad'} =>
	answer !== undefined && error === undefined ? {icon: '✔', tone: 'good'} : {icon: '✘', tone: 'bad'};

const exchangeLines = (exchange: CustomExchange): readonly Line[] => {
	const {at, request, answer, duration, error} = exchange;
	const {icon, tone} = outcomeOf(exchange);
	const facts = [
		formatMoment(at),
		...(answer === undefined ? ['no answer'] : [safe(`${answer.status} ${answer.statusText}`.trim())]),
		formatDuration(duration),
		...(answer === undefined ? [] : [formatBytes(answer.bytes)]),
	];
	return [
		{label: `${icon} `, labelTone: tone, text: facts.join('  ')},
		...(request === undefined
			? []
			: [
					{
						label: `  ${request.method} `,
						labelTone: 'dim' as const,
						text: safe(request.url),
						tone: 'dim' as const,
					},
				]),
		...(error === undefined ? [] : [{label: '  ', text: safe(error), tone: 'bad' as const}]),
	];
};

/** Where a custom tool sends its requests, and what came of the last ones. */
export const endpointLines = ({tool, exchanges}: CustomToolView): readonly Line[] => {
	const {method, headers, query, body, rest, timeout} = tool.endpoint;
	return [
		{label: `${method} `, labelTone: 'strong', text: safe(showAddress(tool.endpoint)), tone: 'strong'},
		...query.map(({name, value}) => fact('query', `${name}: ${showTemplate(value)}`)),
		...headers.map(({name, value}) => fact('header', `${name}: ${showTemplate(value)}`)),
		...(body === undefined ? [] : bodyLines(body)),
		...(rest === undefined ? [] : [{...fact('', restNotes[rest]), tone: 'dim' as const}]),
		fact('timeout', formatDuration(timeout)),
		fact('result', resultNote(tool.result)),
		...(tool.result.error === undefined ? [] : [fact('error', `${tool.result.error.written} of the answer`)]),
		empty,
		strong('The last requests of this run'),
		...(exchanges.length === 0
			? [{label: '  ', text: 'none yet; enter tries it', tone: 'dim' as const}]
			: exchanges.flatMap(exchangeLines)),
		empty,
		{
			text: 'It is an entry of customTools in your config.json; editing the file changes it here.',
			tone: 'dim',
		},
	];
};
