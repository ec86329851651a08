import type {Catalogue} from '../../app/catalogue.ts';
import {base64Bytes} from '../../domain/base64-bytes.ts';
import type {ResourceDefinition} from '../../domain/catalogue.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes} from '../text/format.ts';
import type {PickPreview} from './pick-view.ts';

/** Whoever only passes by does not want to read. */
const pauseMilliseconds = 300;
const shownLines = 3;
/** More than a few lines of any window. */
const shownCharacters = 4000;

const bytesOf = (content: ToolContent): number => {
	switch (content.type) {
		case 'text':
			return new TextEncoder().encode(content.text).length;
		case 'resource':
			return content.text === undefined
				? base64Bytes(content.blob ?? '')
				: new TextEncoder().encode(content.text).length;
		case 'image':
		case 'audio':
			return base64Bytes(content.data);
		default:
			return 0;
	}
};

const textOf = (content: ToolContent): string =>
	content.type === 'text' ? content.text : content.type === 'resource' ? (content.text ?? '') : '';

/** The size and the first lines of what a server sent. */
const previewOf = (contents: readonly ToolContent[]): PickPreview => {
	const bytes = contents.reduce((sum, content) => sum + bytesOf(content), 0);
	const text = contents.map(textOf).join('\n');
	const type = contents.flatMap(content => ('mimeType' in content ? (content.mimeType ?? []) : []))[0];
	const count = text === '' ? 0 : text.split('\n').length;
	const lines = count === 0 ? [] : [count === 1 ? '1 line' : `${count} lines`];
	return {
		summary: [formatBytes(bytes), ...lines, ...(type === undefined ? [] : [sanitiseLine(type)])].join(' · '),
		lines: text
			.slice(0, shownCharacters)
			.split('\n')
			.map(line => sanitiseLine(line))
			.filter(line => line.trim() !== '')
			.slice(0, shownLines),
	};
};

type PreviewDeps = {
	readonly catalogue: Pick<Catalogue, 'readResource'>;
	readonly schedule: Schedule;
	readonly onPreview: (preview: PickPreview) => void;
};

const awaited: PickPreview = {summary: '', lines: []};

/** Looks into the highlighted resource after a short rest; moving on stops that. */
export const createResourcePreview = ({catalogue, schedule, onPreview}: PreviewDeps) => {
	let shown: {readonly key: string; preview: PickPreview} | undefined;
	let stop = (): void => undefined;
	return {
		/** What is known of it by now; the rest is told later. */
		follow(resource: ResourceDefinition | undefined): PickPreview | undefined {
			const key = resource && `${resource.server} ${resource.uri}`;
			if (key === shown?.key) {
				return shown?.preview;
			}
			stop();
			stop = () => undefined;
			shown = key === undefined ? undefined : {key, preview: awaited};
			if (resource === undefined || shown === undefined) {
				return undefined;
			}
			const current = shown;
			const abort = new AbortController();
			const cancel = schedule(() => {
				void catalogue.readResource(resource.server, resource.uri, abort.signal).then(fetched => {
					if (!abort.signal.aborted && fetched.type !== 'cancelled') {
						current.preview =
							fetched.type === 'fetched'
								? previewOf(fetched.value)
								: {summary: sanitiseLine(fetched.failure.message), lines: []};
						onPreview(current.preview);
					}
				});
			}, pauseMilliseconds);
			stop = () => {
				cancel();
				abort.abort();
			};
			return awaited;
		},
	};
};
