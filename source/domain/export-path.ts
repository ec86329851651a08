import type {ExportFormat, SessionSummary} from './session-shelf.ts';

const endings: Readonly<Record<ExportFormat, string>> = {
	markdown: 'md',
	json: 'json',
	html: 'html',
	test: 'test.yaml',
};
const longestFileName = 60;

/** A name of a file that means nothing to a shell, whatever the title is. */
const fileNameOf = ({title, sessionId}: SessionSummary): string => {
	const words = (title ?? '')
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
		.replaceAll(/^-+|-+$/g, '');
	return Array.from(words).slice(0, longestFileName).join('').replace(/-+$/, '') || sessionId;
};

const dateOf = ({startedAt, modified}: SessionSummary): string => {
	const date = new Date(startedAt ?? modified);
	return Number.isNaN(date.getTime()) ? 'undated' : date.toISOString().slice(0, 10);
};

/** Where the export of a session goes unless the user says otherwise. */
export const exportPath = (session: SessionSummary, format: ExportFormat): string =>
	`./${fileNameOf(session)}-${dateOf(session)}.${endings[format]}`;
