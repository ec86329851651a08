import type {JsonObject} from '../../domain/json.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CallProgress} from '../../domain/tool-call.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {TypedLine} from '../bench/bench-frame.ts';
import {argumentLines} from '../frame/argument-lines.ts';
import {triedBindings, tryingBindings} from '../input/bench/tools.ts';
import type {Page} from '../pager/page.ts';
import {askingText, hintLine} from '../pager/viewer-lines.ts';
import {formatDuration} from '../text/format.ts';
import {lineWindow} from '../text/line-window.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';
import {layerPicture} from './layer-frame.ts';

export type OutcomeView =
	| {
			readonly type: 'running';
			readonly elapsed: number;
			/** The user has broken it off, and it is not over yet. */
			readonly isEnding: boolean;
			readonly progress?: CallProgress;
	  }
	| {
			readonly type: 'over';
			readonly report: CallReport;
			readonly duration: number;
			readonly page: Page | undefined;
	  };

type PictureContext = {
	readonly tool: ToolDefinition;
	readonly args: JsonObject;
	readonly message: string | undefined;
	/** Who asks something that waits in the chat. */
	readonly asking: string | undefined;
	/** A name that is being typed. */
	readonly naming: TypedLine | undefined;
	readonly styles: Styles;
};

const barCells = 20;

const safe = (text: string): string => sanitiseLine(reveal(text));

/** `█████░░░░░ 5 of 10` */
const progressText = ({progress, total, message}: CallProgress): string => {
	const isShare = total !== undefined && total > 0;
	const cells = isShare ? Math.round(Math.max(0, Math.min(1, progress / total)) * barCells) : 0;
	const bar = isShare ? `${'█'.repeat(cells)}${'░'.repeat(barCells - cells)} ` : '';
	const count = total === undefined ? `${progress}` : `${progress} of ${total}`;
	return `${bar}${count}${message === undefined ? '' : `  ${safe(message)}`}`;
};

const runningLines = (
	{elapsed, isEnding, progress}: OutcomeView & {readonly type: 'running'},
	{args, styles}: PictureContext,
	width: number,
): readonly string[] => {
	const seconds = formatDuration(Math.floor(elapsed / 1000) * 1000);
	const words = isEnding ? 'breaking it off …' : 'running …';
	return [
		`${styles.accent(words)}  ${styles.dim(seconds)}`,
		...(progress === undefined ? [] : wrapText(progressText(progress), width)),
		'',
		styles.dim('with these arguments:'),
		...argumentLines(args, width, styles).map(line => `  ${line}`),
	];
};

const verdict = (report: CallReport, styles: Styles): string => {
	switch (report.type) {
		case 'succeeded':
			return styles.good('✔ succeeded');
		case 'failed':
			return styles.bad('✘ failed');
		case 'cancelled':
			return styles.warn(
				report.sent ? '■ broken off: the server may have acted' : '■ broken off, nothing was sent',
			);
	}
};

const nameLine = ({label, text: typed}: TypedLine, width: number, styles: Styles) => {
	const {text, cursor} = lineWindow(typed, Math.max(4, width - label.length - 1));
	return {lines: [`${styles.accent(label)}${text}`], cursor: {x: label.length + cursor, y: 0}};
};

/** How a try goes, and what came of it. */
export const outcomePicture = (view: OutcomeView, context: PictureContext, size: WindowSize): FullPicture => {
	const {tool, message, asking, naming, styles} = context;
	const {columns: width} = size;
	const title = `Try ${safe(tool.server)} ${safe(tool.tool)}`;
	const words =
		naming?.problem ?? message ?? (asking === undefined ? undefined : askingText(asking, '', width));
	const said = words === undefined ? [] : wrapText(sanitiseLine(words), width).map(styles.warn);
	if (view.type === 'running') {
		return layerPicture(
			{
				title,
				note: 'running',
				body: () => runningLines(view, context, width),
				status: said,
				hints: hintLine([tryingBindings], width),
			},
			size,
			styles,
		);
	}
	const {report, duration, page} = view;
	const warning = report.type === 'succeeded' ? report.warning : undefined;
	return layerPicture(
		{
			title,
			note: formatDuration(duration),
			body(height) {
				const head = [
					verdict(report, styles),
					...(warning === undefined ? [] : wrapText(`▲ ${safe(warning)}`, width).map(styles.warn)),
					'',
				];
				const {lines = [], position = ''} =
					page?.draw({width, height: Math.max(1, height - head.length)}, styles) ?? {};
				const [first = '', ...rest] = head;
				return [position === '' ? first : `${first}  ${styles.dim(position)}`, ...rest, ...lines];
			},
			...(naming === undefined ? {} : {typed: nameLine(naming, width, styles)}),
			status: said,
			hints: naming === undefined ? hintLine([triedBindings], width) : 'enter saves it · esc does not',
		},
		size,
		styles,
	);
};
