import type {Document, Node, Scalar} from 'yaml';
import {sanitiseLine} from '../../support/sanitise.ts';

type Yaml = typeof import('yaml');

/** What a terminal would act upon, a reader could not see, or a reader of our own refuses: written as an escape. */
const hidden = /[\u007f-\u009f\ufffd\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
const allHidden = new RegExp(hidden.source, 'gu');

const escapeUnits = (found: string): string =>
	found
		.split('')
		.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

/** Alone, it would merge another object into this one. */
const merge = '<<';
/** As a block it would have blanks or blank lines that count, and nobody, not even every reader, would see that they do. */
const hasBlankLines = /^\n*$|\n\n$|^[ \t]+$/m;

/** A line that can stand behind `#`: there are no escapes there, and a file with U+FFFD counts as damaged. */
export const commentText = (text: string): string => sanitiseLine(text).replaceAll('\ufffd', '?');

export type YamlWriter = {
	readonly toNode: (value: unknown) => Node;
	/** The text of a document of ours. */
	readonly write: (document: Document) => string;
};

export const createYamlWriter = ({Document: YamlDocument, visit, isScalar}: Yaml): YamlWriter => {
	const holder = new YamlDocument();
	const needsQuotes = (node: Scalar): boolean =>
		typeof node.value === 'string' &&
		(node.value === merge || hasBlankLines.test(node.value) || hidden.test(node.value));
	return {
		toNode: value => holder.createNode(value),
		write(document) {
			visit(document, {
				Scalar(_, node) {
					if (isScalar(node) && needsQuotes(node)) node.type = 'QUOTE_DOUBLE';
				},
			});
			// Hidden characters are in double quotes by now, where an escape stands for them.
			// A text in quotes stays on one line: broken at its line breaks, it would lose blanks beside them.
			return document
				.toString({lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER})
				.replaceAll(allHidden, escapeUnits);
		},
	};
};
