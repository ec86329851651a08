/** A variable of a template. One that stands in a query may be left out. */
type TemplateVariable = {readonly name: string; readonly isRequired: boolean};

const expressions = /\{([+#./;?&]?)([^{}]*)\}/g;

type Form = {
	readonly first: string;
	readonly separator: string;
	readonly isNamed: boolean;
	/** Characters that have a meaning in an address stay what they are. */
	readonly isReserved: boolean;
};

/** The operators of RFC 6570. */
const forms: Readonly<Record<string, Form>> = {
	'': {first: '', separator: ',', isNamed: false, isReserved: false},
	'+': {first: '', separator: ',', isNamed: false, isReserved: true},
	'#': {first: '#', separator: ',', isNamed: false, isReserved: true},
	'.': {first: '.', separator: '.', isNamed: false, isReserved: false},
	'/': {first: '/', separator: '/', isNamed: false, isReserved: false},
	';': {first: ';', separator: ';', isNamed: true, isReserved: false},
	'?': {first: '?', separator: '&', isNamed: true, isReserved: false},
	'&': {first: '&', separator: '&', isNamed: true, isReserved: false},
};

const namesIn = (list: string): readonly string[] =>
	list
		.split(',')
		.map(name => name.trim().replace(/(\*|:\d+)$/, ''))
		.filter(name => name !== '');

/** Half a character cannot be encoded. */
const wellFormed = (value: string): string => value.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** A value as it stands for itself wherever it is put behind the host of an address. */
export const encodeAll = (value: string): string =>
	encodeURIComponent(wellFormed(value)).replaceAll(
		/[!'()*]/g,
		letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	);

const encodeSome = (value: string): string =>
	encodeURI(wellFormed(value)).replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');

/** Each once, in the order in which they stand. */
export const templateVariables = (template: string): readonly TemplateVariable[] => {
	const found = new Map<string, boolean>();
	for (const [, operator = '', list = ''] of template.matchAll(expressions)) {
		for (const name of namesIn(list)) {
			found.set(name, found.get(name) === true || !/[?&]/.test(operator));
		}
	}
	return [...found].map(([name, isRequired]) => ({name, isRequired}));
};

/** Puts values into a template. A variable without one is left out, with what would have led to it. */
export const expandTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
	template.replaceAll(expressions, (_, operator: string, list: string) => {
		const form = forms[operator];
		if (form === undefined) {
			return '';
		}
		const parts = namesIn(list).flatMap(name => {
			const value = Object.hasOwn(values, name) ? values[name] : undefined;
			if (value === undefined || value === '') {
				return [];
			}
			const encoded = form.isReserved ? encodeSome(value) : encodeAll(value);
			return [form.isNamed ? `${name}=${encoded}` : encoded];
		});
		return parts.length === 0 ? '' : form.first + parts.join(form.separator);
	});
