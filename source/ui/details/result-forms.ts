import type {App} from '../../app/app.ts';
import type {Failure} from '../../domain/failure.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {ToolResult} from '../../domain/tool.ts';
import {jsonForms, textForm} from '../pager/forms.ts';
import {joinSources, type Line, type LineSource, linesSource} from '../pager/line.ts';
import type {PageDeps} from '../pager/page.ts';
import type {Form} from '../pager/tab.ts';
import {createTextSource} from '../pager/text-source.ts';
import {failureText} from '../transcript/for-the-user.ts';
import {resultJson, resultText} from './call-text.ts';
import {readStoredText} from './stored-text.ts';

type Outcome = {readonly result?: ToolResult; readonly failure?: Failure};

const allLines = (source: LineSource): readonly Line[] =>
	Array.from({length: source.count()}, (_, index) => source.at(index));

/** What went wrong, in full, and what to do about it. */
const failureLines = (failure: Failure | undefined): readonly Line[] =>
	failure === undefined
		? []
		: [
				...allLines(createTextSource(failureText(failure), 'bad')),
				...(failure.hint === undefined ? [] : allLines(createTextSource(failure.hint, 'dim'))),
				{text: ''},
			];

const withFailure = (failure: Failure | undefined, source: LineSource): LineSource =>
	failure === undefined ? source : joinSources(linesSource(failureLines(failure)), source);

export type ResultFormDeps = PageDeps & {
	readonly readResult: App['readResult'];
	readonly signal: AbortSignal;
};

/** What a tool returned: text as text, JSON as a tree, everything else by name. */
export const resultForms = ({result, failure}: Outcome, deps: ResultFormDeps): readonly Form[] => {
	if (result === undefined) {
		const text = failure === undefined ? '' : [failure.message, failure.hint ?? ''].join('\n');
		return [
			textForm(
				() => linesSource(failureLines(failure)),
				'the error',
				() => text,
				deps,
			),
		];
	}
	if (result.stored !== undefined) {
		const {stored} = result;
		let read: ReturnType<typeof readStoredText> | undefined;
		const form: Form = textForm(
			() => {
				const onMore = (): void => {
					form.page().changed();
					deps.onChange();
				};
				read = readStoredText(stored, deps.readResult, onMore, deps.signal);
				return withFailure(failure, read.source);
			},
			'the result',
			() => read?.text() ?? '',
			deps,
		);
		return [form];
	}
	const json = failure === undefined ? resultJson(result) : undefined;
	const text = resultText(result);
	const asText = textForm(
		() => withFailure(failure, createTextSource(text === '' ? '(nothing)' : text)),
		'the result',
		() => text,
		deps,
	);
	return json === undefined ? [asText] : [...jsonForms(json, 'the result', deps).slice(0, 1), asText];
};

/** The same of a call that came to an end. */
export const reportForms = (
	report: Exclude<CallReport, {readonly type: 'cancelled'}>,
	deps: ResultFormDeps,
): readonly Form[] => {
	const {result} = report;
	return resultForms(
		{
			...(result === undefined ? {} : {result}),
			...(report.type === 'failed' ? {failure: report.failure} : {}),
		},
		deps,
	);
};
