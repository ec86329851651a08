import {sanitiseLine} from '../../support/sanitise.ts';
import {textForm} from '../pager/forms.ts';
import {linesSource} from '../pager/line.ts';
import type {PageDeps} from '../pager/page.ts';
import type {Form} from '../pager/tab.ts';
import type {AgainState} from './again.ts';
import {type ResultFormDeps, reportForms} from './result-forms.ts';

const sentence = (text: string, deps: PageDeps): readonly Form[] => [
	textForm(
		() => linesSource([{text, tone: 'dim'}]),
		'the line',
		() => text,
		deps,
	),
];

const runningText = (state: AgainState & {readonly type: 'running'}): string => {
	const {progress, total, message} = state.progress ?? {};
	const share = progress === undefined ? '' : ` ${progress}${total === undefined ? '' : ` of ${total}`}`;
	return `running…${share}${message === undefined ? '' : `  ${sanitiseLine(message)}`}`;
};

/** What comes of a call that the user runs again. */
export const againForms = (state: AgainState, deps: ResultFormDeps): readonly Form[] => {
	if (state.type === 'running') {
		return sentence(runningText(state), deps);
	}
	const {report} = state;
	return report.type === 'cancelled'
		? sentence(report.sent ? 'interrupted: the server may have acted' : 'not run', deps)
		: reportForms(report, deps);
};
