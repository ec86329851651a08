import type {ApprovalAsk} from '../../domain/ask.ts';
import {isSameTool, type ToolDefinition} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {jsonForms, textForm} from '../pager/forms.ts';
import {type Line, linesSource} from '../pager/line.ts';
import type {PageDeps} from '../pager/page.ts';
import type {Tab} from '../pager/tab.ts';
import {createTextSource} from '../pager/text-source.ts';
import {createViewer, type Viewer} from '../pager/viewer.ts';
import {claimLines} from './claim-lines.ts';
import type {DetailsDeps} from './open-details.ts';
import {parameterLines} from './parameter-lines.ts';

const title = (text: string): Line => ({text, tone: 'strong'});

const textLines = (text: string): readonly Line[] => {
	const source = createTextSource(text);
	return Array.from({length: source.count()}, (_, index) => ({label: '  ', ...source.at(index)}));
};

const toolLines = (ask: ApprovalAsk, tool: ToolDefinition | undefined): readonly Line[] => [
	...(tool === undefined
		? [{text: 'The server does not offer this tool just now.', tone: 'warn' as const}, {text: ''}]
		: [
				...(tool.title === undefined ? [] : [title(sanitiseLine(tool.title))]),
				title('What the server says about it'),
				...textLines(tool.description === '' ? '(nothing)' : tool.description),
				{text: ''},
				title('Parameters'),
				...parameterLines(tool.inputSchema),
				{text: ''},
			]),
	title(
		`What the server claims${ask.isTrusted === true ? '' : ' (you do not trust it, so this counts for nothing)'}`,
	),
	...claimLines(tool?.annotations ?? ask.annotations),
];

/** The tool behind a question, and all that the call would send. */
export const createAskScreen = (
	ask: ApprovalAsk,
	{app, host, styles, now, schedule}: DetailsDeps,
): Viewer => {
	const tool = app.catalogue.tools().find(({definition}) => isSameTool(definition, ask))?.definition;
	const deps: PageDeps = {schedule, onChange: () => viewer.changed()};
	const lines = toolLines(ask, tool);
	const overview = textForm(
		() => linesSource(lines),
		'the description',
		() => lines.map(({label = '', text}) => `${label}${text}`).join('\n'),
		deps,
	);
	const tab = (name: string, forms: ReturnType<Tab['forms']>): Tab => ({name, forms: () => forms});
	const tabs: readonly Tab[] = [
		tab('Tool', [overview]),
		tab('Arguments', jsonForms(ask.arguments, 'the arguments', deps)),
		...(tool === undefined ? [] : [tab('Input', jsonForms(tool.inputSchema, 'the input schema', deps))]),
		...(tool?.outputSchema === undefined
			? []
			: [tab('Output', jsonForms(tool.outputSchema, 'the output schema', deps))]),
	];
	const viewer = createViewer({
		app,
		isAboutQuestions: true,
		host,
		styles,
		now,
		schedule,
		title: () => ({text: sanitiseLine(`${ask.server} ${ask.tool}`), note: 'not answered yet'}),
		tabs: () => tabs,
	});
	return viewer;
};
