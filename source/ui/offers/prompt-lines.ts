import type {PromptDefinition, PromptResult} from '../../domain/catalogue.ts';
import type {Failure} from '../../domain/failure.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {reveal} from '../text/reveal.ts';
import {contentLines} from './content-lines.ts';

const safe = (text: string): string => sanitiseLine(reveal(text));

export const paragraph = (text: string): readonly Line[] =>
	text === ''
		? []
		: [
				...reveal(text)
					.split('\n')
					.map(line => ({text: line})),
				{text: ''},
			];

export const failureLines = ({message, hint}: Failure): readonly Line[] => [
	{text: safe(message), tone: 'bad'},
	...(hint === undefined ? [] : [{text: safe(hint)}]),
];

const argumentLines = ({name, description, required}: PromptDefinition['arguments'][number]) => [
	{label: `  ${safe(name)}  `, labelTone: 'name' as const, text: required ? 'required' : 'optional'},
	...(description === '' ? [] : [{label: '    ', text: safe(description)}]),
];

/** What a prompt is, and what it takes. */
export const promptLines = (
	prompt: PromptDefinition,
	values: Readonly<Record<string, string>>,
): readonly Line[] => [
	{text: safe(`/${prompt.server}:${prompt.prompt}`), tone: 'strong'},
	...(prompt.title === undefined ? [] : [{text: safe(prompt.title)}]),
	{text: ''},
	...paragraph(prompt.description),
	{text: 'Arguments', tone: 'heading'},
	...(prompt.arguments.length === 0
		? [{label: '  ', text: 'none', tone: 'dim' as const}]
		: prompt.arguments.flatMap(argumentLines)),
	...(Object.keys(values).length === 0
		? []
		: [
				{text: ''},
				{text: 'Filled in', tone: 'heading' as const},
				...Object.entries(values).map(([name, value]) => ({
					label: `  ${safe(name)}  `,
					labelTone: 'name' as const,
					text: safe(value),
				})),
			]),
];

/** The messages that a prompt turns into. */
export const yieldedLines = ({description, messages}: PromptResult): readonly Line[] => [
	...paragraph(description ?? ''),
	...(messages.length === 0 ? [{text: 'No messages.', tone: 'dim' as const}] : []),
	...messages.flatMap(({role, content}) => [
		{text: role, tone: 'heading' as const},
		...contentLines(content),
		{text: ''},
	]),
];
