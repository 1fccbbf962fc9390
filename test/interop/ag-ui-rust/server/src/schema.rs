use ag_ui::JsonObject;
use serde_json::Value;

/// The object inside a `json!({ … })`, which is what an interrupt takes.
pub fn object(value: Value) -> Option<JsonObject> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}
