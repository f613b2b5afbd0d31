// What a test has besides Node: the parts of a browser that it needs and puts there itself. They
// are of any type, because they are no more than the test needs; the scripts that are tested are
// checked with the types of a real browser.

declare var File: any;
declare var WebAssembly: any;
declare var addEventListener: any;
declare var customElements: any;
declare var dispatchEvent: any;
declare var document: any;
declare var indexedDB: any;
declare var localStorage: any;
declare var location: any;
declare var navigator: any;
declare var removeEventListener: any;
declare var sessionStorage: any;
declare var window: any;
