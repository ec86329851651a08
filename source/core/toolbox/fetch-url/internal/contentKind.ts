export type ContentKind = 'html' | 'text' | 'other';

export type ContentType = {
	/** `text/html`, in lower case; empty where nobody says, or nothing that is a type. */
	readonly type: string;
	readonly charset: string | undefined;
};

export const readContentType = (header = ''): ContentType => {
	const [type = '', ...parameters] = header.slice(0, 500).split(';');
	const charset = parameters
		.map(parameter => /^\s*charset\s*=\s*"?([\w:.-]{1,40})"?\s*$/i.exec(parameter)?.[1])
		.find(found => found !== undefined);
	const name = type.trim().toLowerCase();
	return {type: /^[\w.+-]+\/[\w.+-]+$/.test(name) ? name : '', charset};
};

const textTypes: ReadonlySet<string> = new Set(
	'json ld+json x-ndjson jsonlines xml javascript x-javascript ecmascript typescript yaml x-yaml toml sql graphql x-sh x-httpd-php x-www-form-urlencoded'
		.split(' ')
		.map(name => `application/${name}`),
);

/** What can be made of a type, before anything of it is read. What says nothing about itself may be text. */
export const contentKind = ({type}: ContentType): ContentKind => {
	if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
	if (type === '' || type.startsWith('text/') || textTypes.has(type)) return 'text';
	return /^(?!image\/).*\+(?:json|xml|yaml)$/.test(type) ? 'text' : 'other';
};

/** Whether text of which nobody said what it is looks like HTML. */
export const looksLikeHtml = (text: string): boolean =>
	/^\s*(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text.slice(0, 1000));
